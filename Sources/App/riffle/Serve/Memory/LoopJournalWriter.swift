import JSONCodec
import PagingRoom
import RoomStore
import WebSocketLoop

/// One loop's line to the store: which records it handed in, and under which positions.
struct LoopJournalWriter {
    private struct Record {
        let room: String
        let number: RecordNumber
        let record: RoomRecord
        /// When it was made, in milliseconds.
        let since: Int64
    }

    private struct Receipt {
        let room: String
        let number: RecordNumber
        let position: JournalPosition
        let since: Int64
    }

    /// What waits for the disk at one moment.
    struct Lag: Equatable {
        var records: Int
        /// Age of the oldest, in milliseconds; 0 when none waits.
        var milliseconds: Int64
    }

    private let store: RoomStore
    /// For what was handed in and is not safe yet, in order.
    private var receipts: [Receipt] = []
    /// What is to be handed in next, or what the store has no room for at present, in order.
    private var untaken: [Record] = []
    /// When to hand in what has come, in milliseconds; nil when nothing has.
    private(set) var dueAt: Int64?

    /// From a record nobody waits for to its handing in, as that of a flight is: it shares a commit with more of its kind,
    /// and is safe before most flights end.
    private static let patienceMilliseconds: Int64 = 20

    init(_ store: RoomStore) {
        self.store = store
    }

    mutating func append(_ record: RoomRecord, _ number: RecordNumber, room: String, isAwaited: Bool) {
        let now = SocketLoop.now()
        untaken.append(Record(room: room, number: number, record: record, since: now))
        dueAt = isAwaited ? now : dueAt ?? now + LoopJournalWriter.patienceMilliseconds
    }

    func lag(now: Int64) -> Lag {
        let oldest = receipts.first?.since ?? untaken.first?.since
        return Lag(records: untaken.count + receipts.count, milliseconds: oldest.map { max(0, now - $0) } ?? 0)
    }

    /// What of this loop's has become safe with everything up to `position`, and since when the oldest of it waited, in
    /// milliseconds. Hands in what the store had no room for.
    mutating func committed(_ position: JournalPosition) -> (safe: [String: RecordNumber], since: Int64?) {
        let count = receipts.firstIndex { $0.position > position } ?? receipts.count
        var safe: [String: RecordNumber] = [:]
        for receipt in receipts[..<count] { safe[receipt.room] = receipt.number }
        let since = count > 0 ? receipts[0].since : nil
        receipts.removeFirst(count)
        if dueAt == nil { handIn() }
        return (safe, since)
    }

    /// The room is gone. What it still had to hand in is not worth keeping, and a room of its name begins anew.
    mutating func forget(_ room: String) {
        untaken.removeAll { $0.room == room }
        receipts.removeAll { $0.room == room }
        // A store that is closed takes nothing any more; then the room is remembered, and goes another time.
        try? store.remove(room: room)
    }

    /// Hands in what has come since, as far as the store takes it. A store that is full of what waits for its disk takes
    /// more after its next commit; one that is closed takes nothing any more, and nothing of that is ever told.
    mutating func handIn() {
        dueAt = nil
        guard !untaken.isEmpty else { return }
        var taken = 0
        for record in untaken {
            let bytes = record.record.bytes
            guard let position = try? store.append(room: record.room, record: bytes) else { break }
            taken += 1
            receipts.append(
                Receipt(room: record.room, number: record.number, position: position, since: record.since))
            // Without the snapshot the journal is longer than it need be, and says the same.
            if record.record.isWhole { try? store.snapshot(room: record.room, at: position, bytes: bytes) }
        }
        untaken.removeFirst(taken)
    }
}
