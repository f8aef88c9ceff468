import JSONWire
import PagingRoom
import RoomStore
import SocketLoop

/// One loop's line to the store: which records it handed in, and under which positions.
struct StoreLine {
    private struct Record {
        let room: String
        let number: RecordNumber
        let record: RoomRecord
        /// When the loop handed it over, in milliseconds.
        let since: Int64
    }

    /// What waits for the disk at one moment.
    struct Lag: Equatable {
        var records: Int
        /// Age of the oldest, in milliseconds; 0 when none waits.
        var milliseconds: Int64
    }

    private let store: RoomStore
    /// Handed in and not safe yet, by room, in order.
    private var waiting: [String: [(position: JournalPosition, number: RecordNumber, since: Int64)]] = [:]
    /// What is to be handed in next, or what the store has no room for at present, in order.
    private var untaken: [Record] = []
    /// When to hand in what has come, in milliseconds; nil when nothing has.
    private(set) var dueAt: Int64?

    /// From a record to its handing in. The store commits every few milliseconds only; meanwhile whoever is answered
    /// has the processor.
    private static let patienceMilliseconds: Int64 = 5

    init(_ store: RoomStore) {
        self.store = store
    }

    mutating func append(_ record: RoomRecord, _ number: RecordNumber, room: String) {
        let now = SocketLoop.now()
        untaken.append(Record(room: room, number: number, record: record, since: now))
        if dueAt == nil { dueAt = now + StoreLine.patienceMilliseconds }
    }

    func lag(now: Int64) -> Lag {
        let oldest = (waiting.values.compactMap(\.first?.since) + [untaken.first?.since].compactMap(\.self)).min()
        return Lag(
            records: untaken.count + waiting.values.reduce(0) { $0 + $1.count },
            milliseconds: oldest.map { max(0, now - $0) } ?? 0)
    }

    /// What of this loop's has become safe with these positions, and since when the oldest of it waited, in
    /// milliseconds. Makes use of the room this has made in the store.
    mutating func committed(
        _ positions: [String: JournalPosition]
    ) -> (safe: [String: RecordNumber], since: Int64?) {
        var safe: [String: RecordNumber] = [:]
        var since: Int64?
        for (room, position) in positions {
            guard let records = waiting[room] else { continue }
            let count = records.firstIndex { $0.position > position } ?? records.count
            guard count > 0 else { continue }
            safe[room] = records[count - 1].number
            since = min(since ?? .max, records[0].since)
            waiting[room] = count == records.count ? nil : Array(records[count...])
        }
        handIn()
        return (safe, since)
    }

    /// The room is gone. What it still had to hand in is not worth keeping, and a room of its name begins anew.
    mutating func forget(_ room: String) {
        untaken.removeAll { $0.room == room }
        waiting[room] = nil
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
            waiting[record.room, default: []].append((position, record.number, record.since))
            // Without the snapshot the journal is longer than it need be, and says the same.
            if record.record.isWhole { try? store.snapshot(room: record.room, at: position, bytes: bytes) }
        }
        untaken.removeFirst(taken)
    }
}
