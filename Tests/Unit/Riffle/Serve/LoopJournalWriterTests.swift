import Foundation
import PagingEngine
import PagingRoom
import RoomStore
import Testing
import WebSocketLoop

@testable import riffle

/// A loop's line to the store.
@Suite struct LoopJournalWriterTests {
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

    /// A record nobody waits for may share a commit with others; one somebody waits for takes them along at once.
    @Test func whatIsAwaitedIsHandedInAtOnce() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("line-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let store = try RoomStore(path: path) { _ in }
        defer { try? store.close() }
        var line = LoopJournalWriter(store)
        let before = SocketLoop.now()
        line.append(record(page: 1), RecordNumber(1), room: "talk", isAwaited: false)
        let patient = try #require(line.dueAt)
        #expect(patient > before)
        line.append(record(page: 2), RecordNumber(2), room: "talk", isAwaited: false)
        #expect(line.dueAt == patient, "the first sets the time")
        line.append(record(page: 3), RecordNumber(3), room: "talk", isAwaited: true)
        let hurried = try #require(line.dueAt)
        #expect(hurried <= SocketLoop.now())
        line.append(record(page: 4), RecordNumber(4), room: "talk", isAwaited: false)
        #expect(line.dueAt == hurried, "who comes later delays nobody")
        line.handIn()
        #expect(line.dueAt == nil)
        #expect(line.lag(now: SocketLoop.now()).records == 4)
    }

    /// A name may be used again: what is safe of the room before says nothing of the one that has it now.
    @Test func aRoomThatIsForgottenBeginsAnew() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("line-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("rooms.store").path
        let news = Mailbox<StoreEvent>()
        let store = try RoomStore(path: path) { news.push($0) }
        var line = LoopJournalWriter(store)
        for number in Int64(1)...3 {
            line.append(record(page: number), RecordNumber(number), room: "talk", isAwaited: false)
        }
        line.handIn()
        line.append(record(page: 4), RecordNumber(4), room: "talk", isAwaited: false)
        line.forget("talk")
        line.append(record(page: 9), RecordNumber(1), room: "talk", isAwaited: false)
        line.handIn()
        let late = line.committed(JournalPosition(3)).safe
        #expect(late.isEmpty, "the old room's last record")
        line.forget("gone")
        line.append(record(page: 4), RecordNumber(1), room: "other", isAwaited: false)
        line.handIn()
        line.forget("other")
        try store.close()
        var safe: [[String: RecordNumber]] = []
        for case .committed(let commit) in news.drain() { safe.append(line.committed(commit.position).safe) }
        #expect(safe.flatMap(\.keys) == ["talk"])
        #expect(safe.compactMap { $0["talk"] } == [RecordNumber(1)], "never a number of the room before")
        let memory = try RoomPersistence(path: path)
        try memory.store.close()
        #expect(memory.rooms.keys.sorted() == ["talk"])
        #expect(memory.rooms["talk"]?.rest.position == Position(page: PageIndex(9)))
    }
}
