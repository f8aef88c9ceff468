import JSONCodec
import PagingEngine
import PagingRoom

/// What a memory gives back, perhaps after a disk or a person has changed it: a record is read or refused in words,
/// what was read can be written and read again, and a room can be made of it.
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
        precondition(room.takeRecord(whole: true) != nil, "a room that is remembered can be remembered again")
    }
}
