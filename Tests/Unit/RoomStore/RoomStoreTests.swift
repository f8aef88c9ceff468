import Foundation
import Platform
import TestPeers
import Testing

@testable import RoomStore

/// One suite for each kind of store: order, group commit, compaction, restarts.
@Suite struct RoomStoreTests {
    @Test(arguments: StoreKind.available) func aRestartFindsEverythingInOrder(kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        try fixture.open { store in
            #expect(try store.load().isEmpty)
            _ = try store.append(room: "talk", record: [1])
            _ = try store.append(room: "böll 🎈", record: [])
            _ = try store.append(room: "talk", record: [UInt8](repeating: 7, count: 300_000))
            _ = try store.append(room: "new", record: [9], form: .whole)
        }
        let rooms = try fixture.reload()
        try #require(rooms.map(\.name) == ["böll 🎈", "new", "talk"])
        #expect(rooms[0].records.map(\.bytes) == [[]])
        #expect(rooms[1].snapshot?.bytes == [9] && rooms[1].records.isEmpty)
        #expect(rooms[2].records.map(\.bytes) == [[1], [UInt8](repeating: 7, count: 300_000)])
        #expect(rooms[2].snapshot == nil)
        let positions = rooms[2].records.map(\.position)
        #expect(positions == positions.sorted() && Set(positions).count == 2)
        #expect(try fixture.reload() == rooms, "a restart changes nothing")
    }

    /// Records of later starts follow those of earlier ones.
    @Test(arguments: StoreKind.available) func recordsOfSeveralStartsStayInOrder(kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        for start in UInt8(0)..<4 {
            try fixture.open { store in
                #expect(try store.load().last?.records.count ?? 0 == Int(start) * 2)
                _ = try store.append(room: "talk", record: [start, 0])
                _ = try store.append(room: "other \(start)", record: [start])
                _ = try store.append(room: "talk", record: [start, 1])
            }
        }
        let rooms = try fixture.reload()
        #expect(rooms.map(\.name) == ["other 0", "other 1", "other 2", "other 3", "talk"])
        #expect(rooms[4].records.map(\.bytes) == (UInt8(0)..<4).flatMap { [[$0, 0], [$0, 1]] })
        let positions = rooms[4].records.map(\.position)
        #expect(positions == positions.sorted() && Set(positions).count == 8)
    }

    @Test(arguments: StoreKind.available) func everythingThatWaitsGoesIntoOneCommit(kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        let recorder = StoreEventRecorder()
        try fixture.open(recorder: recorder) { store in
            recorder.hold()
            let first = try store.append(room: "r0", record: [0])
            try recorder.waitForCommit(at: first)
            let others = try (1..<1_000).map { try store.append(room: "r\($0 % 7)", record: [UInt8($0 % 251)]) }
            #expect(others == others.sorted() && Set(others).count == 999)
            #expect(store.lag.writes == 999)
            recorder.release()
            try recorder.waitForCommit(at: try #require(others.last))
            #expect(store.lag == StoreLag(writes: 0, bytes: 0, oldestMilliseconds: 0))
        }
        #expect(recorder.commits.map(\.writes) == [1, 999])
        #expect(recorder.commits.map(\.position) == [JournalPosition(1), JournalPosition(1_000)])
    }

    /// The first write is committed at once, the next ones share a commit, and closing does not wait for the interval.
    @Test(arguments: StoreKind.available) func writesThatComeSoonAfterShareACommit(kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        let recorder = StoreEventRecorder()
        var limits = StoreLimits.standard
        // Longer than the test takes on any machine: only closing the store ends the wait.
        limits.commitIntervalMilliseconds = 600_000
        let store = try RoomStore(path: fixture.path, limits: limits) { recorder.record($0) }
        let first = try store.append(room: "talk", record: [0])
        try recorder.waitForCommit(at: first)
        for number in UInt8(1)...20 {
            _ = try store.append(room: "talk", record: [number])
            usleep(1_000)
        }
        let closed = Locked(false)
        Thread {
            try? store.close()
            closed.change { $0 = true }
        }.start()
        try eventually("the store to close without waiting for the interval") { closed.withLock { $0 } }
        #expect(recorder.commits.map(\.writes) == [1, 20])
    }

    @Test(arguments: StoreKind.available) func threadsKeepTheOrderOfTheirRooms(kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        try fixture.open { store in
            DispatchQueue.concurrentPerform(iterations: 4) { thread in
                for number in 0..<250 {
                    _ = try? store.append(room: "own \(thread)", record: [UInt8(number)])
                    _ = try? store.append(room: "shared", record: [UInt8(thread), UInt8(number)])
                }
            }
        }
        let rooms = try fixture.reload()
        try #require(rooms.count == 5)
        for thread in 0..<4 {
            #expect(rooms[thread].records.map(\.bytes.first) == Array(0..<250))
            let shared = rooms[4].records.filter { $0.bytes.first == UInt8(thread) }
            #expect(shared.map(\.bytes.last) == Array(0..<250))
        }
    }

    @Test(arguments: StoreKind.available, [RecordForm.whole, .sum])
    func aWholeRecordReplacesTheJournalBeforeIt(kind: StoreKind, form: RecordForm) throws {
        let fixture = try StoreFixture(kind)
        try fixture.open { store in
            for number in UInt8(0)..<4 { _ = try store.append(room: "talk", record: [number]) }
            _ = try store.append(room: "other", record: [42])
            _ = try store.append(room: "talk", record: [3], form: .whole)
            _ = try store.append(room: "talk", record: [4], form: form)
            _ = try store.append(room: "talk", record: [5])
            _ = try store.append(room: "talk", record: [6])
        }
        let rooms = try fixture.reload()
        try #require(rooms.count == 2)
        #expect(rooms[0].records.map(\.bytes) == [[42]], "another room's journal is untouched")
        #expect(rooms[1].snapshot?.bytes == [4], "the newest")
        #expect(rooms[1].records.map(\.bytes) == [[5], [6]])
        try fixture.open { _ = try $0.append(room: "talk", record: [6], form: form) }
        let room = try #require(try fixture.reload().last)
        #expect(room.snapshot?.bytes == [6] && room.records.isEmpty)
        #expect(try fixture.reader().rooms().map(\.records) == [1, 1], "the others are deleted")
    }

    @Test(arguments: StoreKind.available) func aRemovedRoomIsDeletedAndItsNameStartsEmpty(kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        try fixture.open { store in
            _ = try store.append(room: "talk", record: [1])
            _ = try store.append(room: "talk", record: [2], form: .whole)
            try store.remove(room: "talk")
            try store.remove(room: "never there")
            _ = try store.append(room: "again", record: [1])
            try store.remove(room: "again")
            _ = try store.append(room: "again", record: [2])
        }
        #expect(try fixture.reload().map(\.name) == ["again"])
        try fixture.open { store in
            #expect(try store.load().first?.records.map(\.bytes) == [[2]])
            _ = try store.append(room: "talk", record: [3])
            try store.remove(room: "again")
        }
        #expect(try fixture.reload().map(\.name) == ["talk"])
        #expect(try fixture.reload().first?.records.map(\.bytes) == [[3]])
    }

    /// The writer waits in its report, so the commit does not come.
    @Test(
        arguments: StoreKind.available,
        [
            { try $0.revoke(RevokedToken(id: "a")) }, { try $0.remove(room: "talk") },
            { _ = try $0.append(room: "talk", record: [2], form: .change) },
        ] as [@Sendable (RoomStore) throws -> Void])
    func aWriteThatIsNotCommittedIsWaitedFor(kind: StoreKind, write: @Sendable (RoomStore) throws -> Void) throws {
        let fixture = try StoreFixture(kind)
        let recorder = StoreEventRecorder()
        try fixture.open(recorder: recorder) { store in
            recorder.hold()
            try recorder.waitForCommit(at: try store.append(room: "talk", record: [1]))
            try write(store)
            #expect(!store.waitForCommit(milliseconds: 1))
            recorder.release()
            #expect(store.waitForCommit(milliseconds: Int64(WaitLimit.milliseconds)))
        }
    }

    @Test(arguments: StoreKind.available) func aClosedStoreRefusesWritesAndMayBeClosedAgain(kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        let store = try RoomStore(path: fixture.path) { _ in }
        try store.close()
        try store.close()
        #expect(throws: RoomStoreError.closed) { try store.append(room: "talk", record: [1]) }
        #expect(throws: RoomStoreError.closed) { try store.append(room: "talk", record: [1], form: .whole) }
        #expect(throws: RoomStoreError.closed) { try store.remove(room: "talk") }
        #expect(throws: RoomStoreError.closed) { try store.revoke(RevokedToken(id: "a")) }
    }

    @Test(arguments: StoreKind.available) func aStoreThatIsReleasedWithoutCloseCommitsItsWrites(kind: StoreKind) throws
    {
        let fixture = try StoreFixture(kind)
        let recorder = StoreEventRecorder()
        var store: RoomStore? = try RoomStore(path: fixture.path) { recorder.record($0) }
        let position = try #require(try store?.append(room: "talk", record: [1]))
        store = nil
        try recorder.waitForCommit(at: position)
    }

    @Test(arguments: StoreKind.available) func aSecondStoreIsRefusedAndTheFirstGoesOn(kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        let recorder = StoreEventRecorder()
        try fixture.open(recorder: recorder) { store in
            try recorder.waitForCommit(at: try store.append(room: "talk", record: [1]))
            let name = try StoreLocation(fixture.path).name
            #expect(throws: RoomStoreError.locked(path: name)) { try RoomStore(path: fixture.path) { _ in } }
            try recorder.waitForCommit(at: try store.append(room: "talk", record: [2]))
        }
        #expect(try fixture.reload().first?.records.map(\.bytes) == [[1], [2]], "closing ends the claim")
    }

    @Test(arguments: StoreKind.available) func aReaderSeesOneMoment(kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        let recorder = StoreEventRecorder()
        try fixture.open(recorder: recorder) { store in
            try recorder.waitForCommit(at: try store.append(room: "talk", record: [1, 2]))
            let reader = try fixture.reader()
            _ = try store.append(room: "talk", record: [3], form: .whole)
            try recorder.waitForCommit(at: try store.append(room: "other", record: [0]))
            #expect(try reader.rooms().map(\.name) == ["talk"])
            #expect(try reader.rooms().map(\.bytes) == [2] && reader.rooms().map(\.records) == [1])
            #expect(try reader.room(named: "talk")?.records.map(\.bytes) == [[1, 2]])
            #expect(try reader.room(named: "other") == nil)
            let later = try fixture.reader()
            #expect(try later.room(named: "talk")?.snapshot?.bytes == [3])
            #expect(try later.rooms().map(\.name) == ["other", "talk"])
            #expect(later.findings().isEmpty)
        }
    }
}
