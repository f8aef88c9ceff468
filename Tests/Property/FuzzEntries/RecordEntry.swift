import JSONCodec
import PagingEngine
import PagingRoom

/// Records from a store, possibly damaged: a record is read or refused with a reason; a record that was read can be
/// written and read again, and a room can be restored from it.
enum RecordEntry {
    static func enter(_ bytes: [UInt8]) {
        let record: RoomRecord
        do {
            record = try RoomRecord(bytes: bytes)
        } catch {
            return MessageEntry.check(error)
        }
        precondition((try? RoomRecord(bytes: record.bytes)) == record, "it reads what it writes")
        let now = Instant(milliseconds: 0)
        guard var room = Room(name: "main", epoch: Epoch("a"), restoring: record, now: now) else { return }
        precondition(room.takeRecord(whole: true) != nil, "expected a record of a restored room, got none")
    }
}
