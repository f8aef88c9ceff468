import ClusterMembership
import JSONCodec
import PagingRoom
import PagingServer
import RoomStore

/// The database of a node of a cluster: executes the statements of its core, appends the records of its rooms, and reports
/// what became of them.
final class ClusterPersistence: Sendable {
    enum Event: Sendable {
        case node(NodeStatement, NodeOutcome)
        /// With the room that a `load` has read; a damaged one does not start.
        case room(RoomStatement, RoomOutcome, RestoredRoom?)
        case committed([CommittedRoom])
        /// The room is lost. An event about an earlier epoch than the present one changes nothing.
        case fenced(String, epoch: UInt64)
        /// The connection is lost while records were sent: the rooms need new fences.
        case journalLost
        /// Why the database accepts nothing at present; nil when it does.
        case storeTrouble(String?)
    }

    /// A room of which records are committed, up to the number.
    struct CommittedRoom: Hashable, Sendable {
        var room: String
        var epoch: UInt64
        var number: RecordNumber
    }

    let store: ClusterStore
    /// The revoked tokens of all nodes.
    let revocations: ClusterRevocations
    private let report: @Sendable (Event) -> Void

    /// Opens the database at `url`.
    ///
    /// - Parameter report: called on the threads of the store: return quickly, and never call `end` from it.
    init(url: String, report: @escaping @Sendable (Event) -> Void) throws(RoomStoreError) {
        guard case .database(let address) = try StoreLocation(url) else {
            throw .cannotOpen(path: url, detail: "expected postgres://… as the store of a cluster, got a file")
        }
        self.report = report
        store = try ClusterStore(address) { event in
            switch event {
            case .committed(let records):
                let rooms = records.map {
                    CommittedRoom(
                        room: $0.room, epoch: UInt64(stored: $0.epoch), number: RecordNumber($0.number))
                }
                report(.committed(rooms))
            case .fenced(let room, let epoch): report(.fenced(room, epoch: UInt64(stored: epoch)))
            case .journalLost: report(.journalLost)
            case .healthChanged(let health): report(.storeTrouble(health.sentence))
            }
        }
        revocations = ClusterRevocations(store)
    }

    func execute(_ statement: NodeStatement) {
        store.execute(nodes: { nodes throws(PostgresError) in try statement.execute(with: nodes) }) {
            [report] outcome in
            report(.node(statement, outcome ?? .unknown))
        }
    }

    func execute(_ statement: RoomStatement) {
        store.execute(rooms: { rooms throws(PostgresError) in try statement.execute(with: rooms) }) { [report] answer in
            report(.room(statement, answer?.outcome ?? .unknown, answer?.restored))
        }
    }

    /// Appends a record of a room that this node owns in `epoch`, and has loaded.
    ///
    /// - Throws: `backlogFull` or `closed`.
    func append(_ record: RoomRecord, _ number: RecordNumber, room: String, epoch: UInt64) throws(RoomStoreError) {
        try store.append(
            room: room, epoch: epoch.stored, number: number.number, isWhole: record.isWhole, record: record.bytes)
    }

    /// Removes a room that this node owns in `epoch`.
    ///
    /// - Throws: `closed`.
    func remove(_ room: String, epoch: UInt64) throws(RoomStoreError) {
        try store.remove(room: room, epoch: epoch.stored)
    }

    /// The reason why records do not reach the database; nil while they do. Look about once a second: a database that hangs
    /// causes no event.
    var storeTrouble: String? { store.health.sentence }

    /// Saves what waits, and closes the connections.
    ///
    /// - Throws: when the database does not accept it.
    func end() throws(RoomStoreError) { try store.close() }
}
