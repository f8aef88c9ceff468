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

    private struct Pending {
        let room: String
        let number: RecordNumber
        let record: RoomRecord
        /// When the record was made, in milliseconds.
        let since: Int64
    }

    private struct Appended {
        let room: String
        let number: RecordNumber
        let position: JournalPosition
        let since: Int64
    }

    /// The records that wait for the disk at one moment.
    struct Lag: Equatable {
        var records: Int
        /// Age of the oldest, in milliseconds; 0 when none waits.
        var milliseconds: Int64
    }

    private let store: RoomStore
    /// Records to append next, in order: new ones, and those that the store had no room for.
    private var pending: [Pending] = []
    /// Records appended and not committed yet, in order.
    private var appended: [Appended] = []
    /// When to append the new records, in milliseconds; nil when there are none.
    private(set) var flushAt: Int64?

    init(_ store: RoomStore) {
        self.store = store
    }

    /// The reason why writes do not reach the disk; nil while they do.
    var storeTrouble: String? { store.health.sentence }

    /// Second of the last commit of the store since 1970, also of other loops; nil before the first.
    var lastCommitSecond: Int64? { store.lastCommit }

    mutating func append(_ record: RoomRecord, _ number: RecordNumber, room: String, isAwaited: Bool) {
        let now = MonotonicClock.milliseconds
        pending.append(Pending(room: room, number: number, record: record, since: now))
        flushAt = isAwaited ? now : flushAt ?? now + LoopJournalWriter.delayMilliseconds
    }

    /// Whether records wait that the store has not taken.
    var hasPending: Bool { !pending.isEmpty }

    func lag(now: Int64) -> Lag {
        let oldest = appended.first?.since ?? pending.first?.since
        return Lag(records: pending.count + appended.count, milliseconds: oldest.map { max(0, now - $0) } ?? 0)
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

    /// Drops the records of a room that was removed. A later room with its name starts empty.
    mutating func forget(_ room: String) {
        pending.removeAll { $0.room == room }
        appended.removeAll { $0.room == room }
        // A closed store accepts nothing. The room then stays in the store and is removed another time.
        try? store.remove(room: room)
    }

    /// Appends the pending records, as many as the store accepts. A store with a full backlog accepts more after its next
    /// commit; a closed store accepts none, and their effects are never published.
    mutating func flush() {
        flushAt = nil
        guard !pending.isEmpty else { return }
        var count = 0
        for record in pending {
            let form = record.record.isWhole ? RecordForm.whole : .change
            guard let position = try? store.append(room: record.room, record: record.record.bytes, form: form) else {
                break
            }
            count += 1
            appended.append(
                Appended(room: record.room, number: record.number, position: position, since: record.since))
        }
        pending.removeFirst(count)
    }
}
