import Foundation
import PagingEngine
import PagingRoom
import Platform
import RoomStore
import Testing
import WebSocketLoop

@testable import riffle

/// The records of one loop on their way to the store.
@Suite struct LoopJournalWriterTests {
    private let life = Epoch("life")

    /// A record that nobody waits for may share a commit; an awaited one is appended at once, with those before it.
    @Test func anAwaitedRecordIsAppendedAtOnce() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("line-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let store = try RoomStore(path: path) { _ in }
        defer { try? store.close() }
        var journal = LoopJournalWriter(.server(store))
        let before = MonotonicClock.milliseconds
        journal.append(.whole(showing: 1), RecordNumber(1), room: "talk", epoch: life, isAwaited: false)
        let delayed = try #require(journal.flushAt)
        #expect(delayed > before)
        journal.append(.whole(showing: 2), RecordNumber(2), room: "talk", epoch: life, isAwaited: false)
        #expect(journal.flushAt == delayed, "the first sets the time")
        journal.append(.whole(showing: 3), RecordNumber(3), room: "talk", epoch: life, isAwaited: true)
        let hurried = try #require(journal.flushAt)
        #expect(hurried <= MonotonicClock.milliseconds)
        journal.append(.whole(showing: 4), RecordNumber(4), room: "talk", epoch: life, isAwaited: false)
        #expect(journal.flushAt == hurried, "a later record delays none")
        journal.flush()
        #expect(journal.flushAt == nil)
        #expect(journal.lag(now: MonotonicClock.milliseconds).records == 4)
    }

    /// A name may be used again: commits of the removed room do not concern the new one.
    @Test func aForgottenRoomStartsEmpty() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("line-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("rooms.store").path
        let events = Mailbox<StoreEvent>()
        let store = try RoomStore(path: path) { events.push($0) }
        var journal = LoopJournalWriter(.server(store))
        for number in Int64(1)...3 {
            journal.append(.whole(showing: number), RecordNumber(number), room: "talk", epoch: life, isAwaited: false)
        }
        journal.flush()
        journal.append(.whole(showing: 4), RecordNumber(4), room: "talk", epoch: life, isAwaited: false)
        journal.remove("talk", epoch: life)
        journal.append(.whole(showing: 9), RecordNumber(1), room: "talk", epoch: life, isAwaited: false)
        journal.flush()
        let late = journal.committed(JournalPosition(3)).rooms
        #expect(late.isEmpty, "the last record of the removed room")
        journal.remove("gone", epoch: life)
        journal.append(.whole(showing: 4), RecordNumber(1), room: "other", epoch: life, isAwaited: false)
        journal.flush()
        journal.remove("other", epoch: life)
        try store.close()
        var safe: [[String: RecordNumber]] = []
        for case .committed(let commit) in events.drain() { safe.append(journal.committed(commit.position).rooms) }
        #expect(safe.flatMap(\.keys) == ["talk"])
        #expect(safe.compactMap { $0["talk"] } == [RecordNumber(1)], "no number of the removed room")
        let persistence = try RoomPersistence(path: path)
        try persistence.store.close()
        #expect(persistence.rooms.keys.sorted() == ["talk"])
        #expect(persistence.rooms["talk"]?.rest.position == Position(page: PageIndex(9)))
    }
}
