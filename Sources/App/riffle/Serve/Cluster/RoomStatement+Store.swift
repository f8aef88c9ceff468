import ClusterMembership
import ClusterTraffic
import RoomStore

extension RoomStatement {
    /// Result of a statement: its outcome and, of `load`, the room that was read.
    struct Answer: Sendable {
        var outcome: RoomOutcome
        var restored: RestoredRoom?
    }

    /// Executes the statement in the database.
    func execute(with rooms: NodeRooms) throws(PostgresError) -> Answer {
        guard case .load(let room) = self else { return Answer(outcome: try outcome(with: rooms)) }
        guard let stored = try rooms.load(room) else { return Answer(outcome: .noRow) }
        return Answer(outcome: .loaded, restored: RestoredRoom(stored))
    }

    private func outcome(with rooms: NodeRooms) throws(PostgresError) -> RoomOutcome {
        switch self {
        case .readRooms(let names): return .rows(try rooms.rows(named: names).map { RoomRow($0) })
        case .readQuiet(let node): return .rows(try rooms.quietRows(for: node.stored).map { RoomRow($0) })
        case .claim(let node, let claims, let format, let written):
            let owned = try rooms.claim(
                claims.map { RoomStatements.Claim(name: $0.room, read: $0.read.stored, known: $0.known.storedKnown) },
                for: node.stored, format: Int32(clamping: format), written: Int32(clamping: written))
            return .owned(owned.map { OwnedRoom($0) })
        case .create(let node, let room, let known, let format, let limit):
            let created = try rooms.create(
                room, known: known.storedKnown, for: node.stored, format: Int32(clamping: format),
                limit: Int64(clamping: limit))
            return created.map { .owned([OwnedRoom($0)]) } ?? .noRow
        case .load: return .noRow
        case .refence(let node): return .owned(try rooms.refence(node.stored).map { OwnedRoom($0) })
        case .handOver(let room, let fence, let node):
            let epoch = try rooms.handOver(room, fence: fence.stored, to: node.stored)
            return epoch.map { .handedOver(UInt64(stored: $0)) } ?? .noRow
        }
    }
}

extension UInt64 {
    /// An epoch that others have told. It has a limit: the next ones must be higher, and a stranger may tell any.
    fileprivate var storedKnown: Int64 { Swift.min(self, 1 << 62).stored }
}

extension RoomRow {
    /// The row of a statement that names registered owners only.
    init(_ row: RoomStatements.Row) {
        self.init(
            room: row.name, owner: row.owner.flatMap { NodeID(stored: $0) }, epoch: UInt64(stored: row.epoch),
            format: UInt32(clamping: row.format))
    }
}

extension OwnedRoom {
    init(_ row: RoomStatements.Row) {
        self.init(room: row.name, epoch: UInt64(stored: row.epoch), fence: UInt64(stored: row.fence))
    }
}
