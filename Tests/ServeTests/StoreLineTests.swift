import Foundation
import PagingEngine
import PagingRoom
import RoomStore
import SocketLoop
import Testing

@testable import riffle

/// A loop's line to the store.
@Suite struct StoreLineTests {
    private func record(page: Int64) -> RoomRecord {
        var room = Room(
            name: "talk", epoch: Epoch("life"), supplier: .numbers, configuration: Configuration(.threePage),
            now: Instant(milliseconds: 0))
        var said: [RoomEffect] = []
        let ann = room.join(
            name: nil, role: .member, session: Session("s"), at: Instant(milliseconds: 0), into: &said)
        room.handle(
            .jump(PageIndex(page), animated: false), id: RequestID(1), from: ann, at: Instant(milliseconds: 0),
            into: &said)
        guard let record = room.takeRecord() else { preconditionFailure("a room's first record says everything") }
        return record
    }

    /// A name may be used again: what is safe of the room before says nothing of the one that has it now.
    @Test func aRoomThatIsForgottenBeginsAnew() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("line-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("rooms.store").path
        let news = Mailbox<StoreEvent>()
        let store = try RoomStore(path: path) { news.push($0) }
        var line = StoreLine(store)
        for number in Int64(1)...3 { line.append(record(page: number), RecordNumber(number), room: "talk") }
        line.handIn()
        line.append(record(page: 4), RecordNumber(4), room: "talk")
        line.forget("talk")
        line.append(record(page: 9), RecordNumber(1), room: "talk")
        line.handIn()
        let late = line.committed(["talk": JournalPosition(3)]).safe
        #expect(late.isEmpty, "the old room's last record")
        line.forget("gone")
        line.append(record(page: 4), RecordNumber(1), room: "other")
        line.handIn()
        line.forget("other")
        try store.close()
        var safe: [[String: RecordNumber]] = []
        for case .committed(let commit) in news.drain() { safe.append(line.committed(commit.positions).safe) }
        #expect(safe.flatMap(\.keys) == ["talk"])
        #expect(safe.compactMap { $0["talk"] } == [RecordNumber(1)], "never a number of the room before")
        let memory = try RoomMemory(path: path)
        try memory.store.close()
        #expect(memory.rooms.keys.sorted() == ["talk"])
        #expect(memory.rooms["talk"]?.rest.position == Position(page: PageIndex(9)))
    }
}
