import JSONCodec
import PagingRoom
import PagingServer
import Platform
import RoomStore

/// Appends the records of one loop to the store, and knows which of them are committed.
struct LoopJournalWriter {
    /// The time from a record that no room waits for to its append. Such records, as those of an animation, share a
    /// commit; most are committed before the animation ends.
    private static let delayMilliseconds = LoopBudget.standard.journalSpacingMilliseconds

    /// The store of one server, or that of a node of a cluster.
    enum JournalStore: Sendable {
        case server(RoomStore)
        case node(ClusterPersistence)
    }

    private struct Pending {
        let room: String
        /// The ownership in which the record was made; 0 in the store of one server.
        let epoch: UInt64
        let number: RecordNumber
        let record: RoomRecord
        /// When the record was made, in milliseconds.
        let since: Int64
    }

    private struct Appended {
        let room: String
        let epoch: UInt64
        let number: RecordNumber
        /// `start` in the store of a node, which reports rooms instead of positions.
        let position: JournalPosition
        let since: Int64
    }

    /// The records that wait for the disk at one moment.
    struct Lag: Equatable {
        var records: Int
        /// Age of the oldest, in milliseconds; 0 when none waits.
        var milliseconds: Int64
    }

    private let store: JournalStore
    /// Records to append next, in order: new ones, and those that the store had no room for.
    private var pending: [Pending] = []
    /// Records appended and not committed yet, in order.
    private var appended: [Appended] = []
    /// When to append the new records, in milliseconds; nil when there are none.
    private(set) var flushAt: Int64?

    init(_ store: JournalStore) {
        self.store = store
    }

    /// The reason why writes do not reach the disk; nil while they do.
    var storeTrouble: String? {
        switch store {
        case .server(let store): store.health.sentence
        case .node(let persistence): persistence.storeTrouble
        }
    }

    /// Second of the last commit of the store since 1970, also of other loops; nil before the first.
    var lastCommitSecond: Int64? {
        switch store {
        case .server(let store): store.lastCommit
        case .node(let persistence): persistence.store.lastCommit
        }
    }

    mutating func append(
        _ record: RoomRecord, _ number: RecordNumber, room: String, epoch: Epoch, isAwaited: Bool
    ) {
        let now = MonotonicClock.milliseconds
        let epoch = ownership(epoch)
        pending.append(Pending(room: room, epoch: epoch, number: number, record: record, since: now))
        flushAt = isAwaited ? now : flushAt ?? now + LoopJournalWriter.delayMilliseconds
    }

    private func ownership(_ epoch: Epoch) -> UInt64 {
        switch store {
        case .server: return 0
        case .node:
            guard let number = epoch.ownership else {
                preconditionFailure("expected the epoch of an ownership, got \(epoch.text)")
            }
            return number
        }
    }

    /// Whether records wait that the store has not taken.
    var hasPending: Bool { !pending.isEmpty }

    func lag(now: Int64) -> Lag {
        let oldest = appended.first?.since ?? pending.first?.since
        return Lag(records: pending.count + appended.count, milliseconds: oldest.map { max(0, now - $0) } ?? 0)
    }

    /// The newest record of a room that is not committed; nil when all are.
    func newest(of room: String) -> RecordNumber? {
        pending.last { $0.room == room }?.number ?? appended.last { $0.room == room }?.number
    }

    /// The age of the oldest record of each room that is not committed, in milliseconds.
    func lags(now: Int64) -> [String: Int64] {
        let records = appended.map { ($0.room, $0.since) } + pending.map { ($0.room, $0.since) }
        return Dictionary(records.map { ($0, max(0, now - $1)) }, uniquingKeysWith: { max($0, $1) })
    }

    /// Removes the records up to `position` and returns the newest of each room, and when the oldest was made, in
    /// milliseconds. Appends the records that the store had no room for.
    mutating func committed(_ position: JournalPosition) -> (rooms: [String: RecordNumber], since: Int64?) {
        let count = appended.firstIndex { $0.position > position } ?? appended.count
        var rooms: [String: RecordNumber] = [:]
        for record in appended[..<count] { rooms[record.room] = record.number }
        let since = count > 0 ? appended[0].since : nil
        appended.removeFirst(count)
        if flushAt == nil { flush() }
        return (rooms, since)
    }

    /// Removes the records of these rooms, in a cluster. Those of an ownership that has ended are dropped already.
    mutating func committed(
        _ commits: [ClusterPersistence.CommittedRoom]
    ) -> (rooms: [String: RecordNumber], since: Int64?) {
        let newest = Dictionary(commits.map { ($0.room, $0) }, uniquingKeysWith: { $1 })
        var rooms: [String: RecordNumber] = [:]
        var since: Int64?
        appended.removeAll { record in
            guard let commit = newest[record.room], commit.epoch == record.epoch, commit.number >= record.number
            else { return false }
            rooms[record.room] = record.number
            since = since ?? record.since
            return true
        }
        if flushAt == nil { flush() }
        return (rooms, since)
    }

    /// Removes a room with its records. A later room with its name starts empty.
    mutating func remove(_ room: String, epoch: Epoch) {
        forget(room)
        // A closed store accepts nothing. The room then stays in the store and is removed another time.
        switch store {
        case .server(let store): try? store.remove(room: room)
        case .node(let persistence): try? persistence.remove(room, epoch: ownership(epoch))
        }
    }

    /// Drops the records of a room that this loop no longer hosts.
    mutating func forget(_ room: String) {
        pending.removeAll { $0.room == room }
        appended.removeAll { $0.room == room }
    }

    /// Appends the pending records, as many as the store accepts. A store with a full backlog accepts more after its next
    /// commit; a closed store accepts none, and their effects are never published.
    mutating func flush() {
        flushAt = nil
        guard !pending.isEmpty else { return }
        var count = 0
        for record in pending {
            guard let position = try? append(record) else { break }
            count += 1
            appended.append(
                Appended(
                    room: record.room, epoch: record.epoch, number: record.number, position: position,
                    since: record.since))
        }
        pending.removeFirst(count)
    }

    private func append(_ record: Pending) throws(RoomStoreError) -> JournalPosition {
        switch store {
        case .server(let store):
            let form = record.record.isWhole ? RecordForm.whole : .change
            return try store.append(room: record.room, record: record.record.bytes, form: form)
        case .node(let persistence):
            try persistence.append(record.record, record.number, room: record.room, epoch: record.epoch)
            return .start
        }
    }
}
