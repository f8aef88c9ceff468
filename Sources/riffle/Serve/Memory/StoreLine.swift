import JSONWire
import PagingRoom
import RoomStore

/// One loop's line to the store: which records it handed in, and under which positions.
struct StoreLine {
    private struct Record {
        let room: String
        let number: RecordNumber
        let bytes: [UInt8]
        let isWhole: Bool
    }

    private let store: RoomStore
    /// Handed in and not safe yet, by room, in order.
    private var waiting: [String: [(position: JournalPosition, number: RecordNumber)]] = [:]
    /// What the store has no room for at present, in order.
    private var untaken: [Record] = []

    init(_ store: RoomStore) {
        self.store = store
    }

    mutating func append(_ record: RoomRecord, _ number: RecordNumber, room: String) {
        untaken.append(Record(room: room, number: number, bytes: record.bytes, isWhole: record.isWhole))
        handIn()
    }

    /// What of this loop's has become safe with these positions. Makes use of the room this has made in the store.
    mutating func committed(_ positions: [String: JournalPosition]) -> [String: RecordNumber] {
        var safe: [String: RecordNumber] = [:]
        for (room, position) in positions {
            guard let records = waiting[room] else { continue }
            let count = records.firstIndex { $0.position > position } ?? records.count
            guard count > 0 else { continue }
            safe[room] = records[count - 1].number
            waiting[room] = count == records.count ? nil : Array(records[count...])
        }
        handIn()
        return safe
    }

    /// The room is gone. What it still had to hand in is not worth keeping, and a room of its name begins anew.
    mutating func forget(_ room: String) {
        untaken.removeAll { $0.room == room }
        waiting[room] = nil
        // A store that is closed takes nothing any more; then the room is remembered, and goes another time.
        try? store.remove(room: room)
    }

    /// Hands in what the store takes. A store that is full of what waits for its disk takes more after its next commit;
    /// one that is closed takes nothing any more, and nothing of that is ever told.
    private mutating func handIn() {
        var taken = 0
        for record in untaken {
            guard let position = try? store.append(room: record.room, record: record.bytes) else { break }
            taken += 1
            waiting[record.room, default: []].append((position, record.number))
            // Without the snapshot the journal is longer than it need be, and says the same.
            if record.isWhole { try? store.snapshot(room: record.room, at: position, bytes: record.bytes) }
        }
        untaken.removeFirst(taken)
    }
}
