import Foundation
import Platform
import TestPeers
import Testing

@testable import RoomStore

/// The store on real files.
@Suite struct RoomStoreTests {
    @Test func aRestartFindsEverythingInOrder() throws {
        let folder = try StoreFolder()
        let positions = try folder.open { store in
            #expect(try store.load().isEmpty)
            let first = try store.append(room: "talk", record: [1])
            _ = try store.append(room: "böll 🎈", record: [])
            let second = try store.append(room: "talk", record: [UInt8](repeating: 7, count: 300_000))
            try store.snapshot(room: "new", at: .start, bytes: [9])
            return [first, second]
        }
        let rooms = try folder.reload()
        try #require(rooms.map(\.name) == ["böll 🎈", "new", "talk"])
        #expect(rooms[0].records.map(\.bytes) == [[]])
        #expect(rooms[1] == StoredRoom(name: "new", snapshot: StoredRecord(position: .start, bytes: [9]), records: []))
        #expect(rooms[2].records.map(\.position) == positions)
        #expect(rooms[2].records.map(\.bytes) == [[1], [UInt8](repeating: 7, count: 300_000)])
        #expect(rooms[2].snapshot == nil)
    }

    @Test func aClosedStoreIsOneFileForItsOwnerOnly() throws {
        let folder = try StoreFolder()
        try folder.open { _ = try $0.append(room: "talk", record: [1]) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["rooms.store"])
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.store)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func everythingThatWaitsGoesIntoOneCommit() throws {
        let folder = try StoreFolder()
        let recorder = StoreEventRecorder()
        try folder.open(recorder: recorder) { store in
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
    @Test func writesThatComeSoonAfterShareACommit() throws {
        let folder = try StoreFolder()
        let recorder = StoreEventRecorder()
        var limits = StoreLimits.standard
        // Longer than the test takes on any machine: only closing the store ends the wait.
        limits.commitIntervalMilliseconds = 600_000
        let store = try RoomStore(path: folder.store, limits: limits) { recorder.record($0) }
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

    @Test func threadsKeepTheOrderOfTheirRooms() throws {
        let folder = try StoreFolder()
        try folder.open { store in
            DispatchQueue.concurrentPerform(iterations: 4) { thread in
                for number in 0..<250 {
                    _ = try? store.append(room: "own \(thread)", record: [UInt8(number)])
                    _ = try? store.append(room: "shared", record: [UInt8(thread), UInt8(number)])
                }
            }
        }
        let rooms = try folder.reload()
        try #require(rooms.count == 5)
        for thread in 0..<4 {
            #expect(rooms[thread].records.map(\.bytes.first) == Array(0..<250))
            let shared = rooms[4].records.filter { $0.bytes.first == UInt8(thread) }
            #expect(shared.map(\.bytes.last) == Array(0..<250))
        }
    }

    @Test func aSnapshotReplacesTheJournalBeforeIt() throws {
        let folder = try StoreFolder()
        try folder.open { store in
            let positions = try (0..<5).map { try store.append(room: "talk", record: [$0]) }
            _ = try store.append(room: "other", record: [42])
            try store.snapshot(room: "talk", at: positions[3], bytes: [3])
            try store.snapshot(room: "talk", at: positions[1], bytes: [1])
            _ = try store.append(room: "talk", record: [5])
        }
        let rooms = try folder.reload()
        try #require(rooms.count == 2)
        #expect(rooms[0].records.map(\.bytes) == [[42]], "another room's journal is untouched")
        #expect(rooms[1].snapshot?.bytes == [3], "an older snapshot changes nothing")
        try #require(rooms[1].records.map(\.bytes) == [[4], [5]])
        try folder.open { try $0.snapshot(room: "talk", at: rooms[1].records[1].position, bytes: [5]) }
        let room = try #require(try folder.reload().last)
        #expect(room.snapshot?.bytes == [5] && room.records.isEmpty)
    }

    @Test func aRemovedRoomIsDeletedAndItsPositionsStayUsed() throws {
        let folder = try StoreFolder()
        let used = try folder.open { store in
            _ = try store.append(room: "talk", record: [1])
            let last = try store.append(room: "talk", record: [2])
            try store.snapshot(room: "talk", at: .start, bytes: [0])
            try store.remove(room: "talk")
            return last
        }
        #expect(try folder.reload().isEmpty)
        try folder.open { store in
            let next = try store.append(room: "talk", record: [3])
            #expect(next > used)
        }
        #expect(try folder.reload().first?.records.map(\.bytes) == [[3]])
    }

    @Test func revokedTokensStayUntilTheyExpire() throws {
        let folder = try StoreFolder()
        let tokens: [(String, Int64?)] = [
            ("known", 2_000), ("later", nil), ("unknown", nil), ("later", 3_000), ("later", nil),
        ]
        try folder.open { store in
            for (id, expires) in tokens { try store.revoke(RevokedToken(id: id, expires: expires)) }
            #expect(store.waitForCommit(milliseconds: Int64(WaitLimit.milliseconds)))
            #expect(try StoreReader(path: folder.store).revokedTokens().count == 3, "they are on the disk")
        }
        let kept = [(1_999, ["known", "later", "unknown"]), (2_000, ["later", "unknown"]), (3_000, ["unknown"])]
        for (now, ids) in kept {
            let found = try folder.open { try $0.revokedTokens(now: Int64(now)) }
            #expect(found.map(\.id) == ids)
            #expect(try StoreReader(path: folder.store).revokedTokens().map(\.id) == ids, "the others are deleted")
        }
    }

    /// The writer waits in its report, so the commit does not come.
    @Test(
        arguments: [
            { try $0.revoke(RevokedToken(id: "a")) }, { try $0.remove(room: "talk") },
            { _ = try $0.append(room: "talk", record: [2]) },
        ] as [@Sendable (RoomStore) throws -> Void])
    func aWriteThatIsNotCommittedIsWaitedFor(write: @Sendable (RoomStore) throws -> Void) throws {
        let folder = try StoreFolder()
        let recorder = StoreEventRecorder()
        try folder.open(recorder: recorder) { store in
            recorder.hold()
            try recorder.waitForCommit(at: try store.append(room: "talk", record: [1]))
            try write(store)
            #expect(!store.waitForCommit(milliseconds: 1))
            recorder.release()
            #expect(store.waitForCommit(milliseconds: Int64(WaitLimit.milliseconds)))
        }
    }

    @Test func aClosedStoreRefusesWritesAndMayBeClosedAgain() throws {
        let folder = try StoreFolder()
        let store = try RoomStore(path: folder.store) { _ in }
        try store.close()
        try store.close()
        #expect(throws: RoomStoreError.closed) { try store.append(room: "talk", record: [1]) }
        #expect(throws: RoomStoreError.closed) { try store.snapshot(room: "talk", at: .start, bytes: []) }
        #expect(throws: RoomStoreError.closed) { try store.remove(room: "talk") }
        #expect(throws: RoomStoreError.closed) { try store.revoke(RevokedToken(id: "a")) }
    }

    @Test func aStoreThatIsReleasedWithoutCloseCommitsItsWrites() throws {
        let folder = try StoreFolder()
        let recorder = StoreEventRecorder()
        var store: RoomStore? = try RoomStore(path: folder.store) { recorder.record($0) }
        let position = try #require(try store?.append(room: "talk", record: [1]))
        store = nil
        try recorder.waitForCommit(at: position)
    }

    @Test func aSnapshotAtAnUnusedPositionIsAPreconditionFailure() async {
        await #expect(processExitsWith: .failure) {
            try StoreFolder().open { try $0.snapshot(room: "talk", at: JournalPosition(1), bytes: []) }
        }
    }
}
