import Foundation
import Glibc
import Platform
import TestPeers
import Testing

@testable import RoomStore

/// Disks that are full, broken or slow, and come back.
@Suite struct StoreDiskFailureTests {
    private static let record = [UInt8](repeating: 1, count: 20_000)

    @Test(.enabled(if: SmallDisk.isPermitted, "mounting a small file system takes a privilege"))
    func aFullDiskIsReportedAndNothingIsLost() throws {
        let disk = try SmallDisk(kilobytes: 1_024)
        let recorder = StoreEventRecorder()
        let path = disk.path + "/rooms.store"
        let store = try RoomStore(path: path) { recorder.record($0) }
        let safe = try store.append(room: "talk", record: [0])
        try recorder.waitForCommit(at: safe)
        try disk.fill()
        let positions = try (0..<10).map { _ in try store.append(room: "talk", record: Self.record) }
        try recorder.wait("the full disk") { $0 == .failing(.diskFull) }
        #expect(store.health == .failing(.diskFull))
        #expect(store.lag.writes == 10 && store.lag.bytes > 200_000)
        #expect(recorder.commits.count == 1, "nothing is called safe that is not")
        try disk.empty()
        try recorder.waitForCommit(at: positions[9])
        #expect(recorder.events.firstIndex(of: .recovered) == 2, "\(recorder.events)")
        #expect(store.health == .healthy)
        try store.close()
        let again = try RoomStore(path: path) { _ in }
        #expect(try again.load().first?.records.map(\.position) == [safe] + positions)
        try again.close()
    }

    /// A disk that becomes read-only, as SQLite reports it.
    @Test func aDiskThatBecomesReadOnlyIsReportedAndNothingIsLost() throws {
        let folder = try StoreFolder()
        let recorder = StoreEventRecorder()
        let positions = try folder.open(recorder: recorder) { store in
            let safe = try store.append(room: "talk", record: [0])
            try recorder.waitForCommit(at: safe)
            try #require(store.backend as? StoreFile).use { try $0.execute(sql: "PRAGMA query_only = 1") }
            let held = try store.append(room: "talk", record: Self.record)
            try recorder.wait("the disk") { $0 == .failing(.readOnly) }
            #expect(store.health == .failing(.readOnly))
            #expect(recorder.commits.count == 1, "nothing is called safe that is not")
            try #require(store.backend as? StoreFile).use { try $0.execute(sql: "PRAGMA query_only = 0") }
            try recorder.waitForCommit(at: held)
            #expect(recorder.events.contains(.recovered) && store.health == .healthy)
            return [safe, held]
        }
        #expect(try folder.reload().first?.records.map(\.position) == positions)
    }

    /// Files that cannot grow. In a separate process, because the limit applies to the whole process.
    @Test func aFailingDiskIsRetriedUntilItRecovers() async {
        await #expect(processExitsWith: .success) {
            let folder = try StoreFolder()
            let recorder = StoreEventRecorder()
            let positions = try folder.open(recorder: recorder) { store in
                try FileSize.limit(bytes: 100_000)
                let positions = try (0..<20).map { _ in try store.append(room: "talk", record: Self.record) }
                try recorder.wait("the failure") { if case .failing(.failed) = $0 { true } else { false } }
                guard case .failing(.failed) = store.health else { throw FileSize.Failure() }
                try FileSize.limit(bytes: nil)
                try recorder.waitForCommit(at: positions[19])
                #expect(store.health == .healthy)
                return positions
            }
            #expect(recorder.events.contains(.recovered))
            #expect(try folder.reload().first?.records.map(\.position) == positions)
        }
    }

    @Test func closingOnAFailingDiskReportsUnsavedWrites() async {
        await #expect(processExitsWith: .success) {
            let folder = try StoreFolder()
            let recorder = StoreEventRecorder()
            let store = try RoomStore(path: folder.store) { recorder.record($0) }
            let safe = try store.append(room: "talk", record: [0])
            try recorder.waitForCommit(at: safe)
            try FileSize.limit(bytes: 0)
            let lost = try store.append(room: "talk", record: Self.record)
            try recorder.wait("the failure") { if case .failing(.failed) = $0 { true } else { false } }
            do throws(RoomStoreError) {
                try store.close()
                Issue.record("closed as if nothing were missing")
            } catch {
                guard case .unsaved(writes: 1, .failed) = error else { throw error }
            }
            try FileSize.limit(bytes: nil)
            #expect(recorder.commits.allSatisfy { $0.position < lost })
            #expect(try folder.reload().first?.records.map(\.position) == [safe])
        }
    }

    @Test func theBacklogIsBoundedAndAcceptedWritesAreCommitted() throws {
        let folder = try StoreFolder()
        let recorder = StoreEventRecorder()
        var limits = StoreLimits.standard
        limits.backlogBytes = 100_000
        let taken = try folder.open(limits: limits, recorder: recorder) { store in
            recorder.hold()
            var taken = [try store.append(room: "talk", record: [0])]
            try recorder.waitForCommit(at: taken[0])
            #expect(throws: RoomStoreError.backlogFull(nil)) {
                while true { taken.append(try store.append(room: "talk", record: Self.record)) }
            }
            try #require(taken.count == 5)
            #expect(throws: RoomStoreError.backlogFull(nil)) {
                try store.append(room: "talk", record: Self.record, form: .whole)
            }
            try store.remove(room: "another")
            recorder.release()
            try recorder.waitForCommit(at: taken[4])
            taken.append(try store.append(room: "talk", record: Self.record))
            return taken
        }
        #expect(try folder.reload().first?.records.map(\.position) == taken)
    }

    @Test func aDiskThatHangsIsVisibleInHealth() throws {
        let folder = try StoreFolder()
        let recorder = StoreEventRecorder()
        var limits = StoreLimits.standard
        limits.slowAfterMilliseconds = 10
        try folder.open(limits: limits, recorder: recorder) { store in
            recorder.hold()
            let first = try store.append(room: "talk", record: [0])
            try recorder.waitForCommit(at: first)
            #expect(store.health == .healthy)
            let second = try store.append(room: "talk", record: [0])
            try eventually("a disk that fails") { store.health != .healthy }
            guard case .failing(.slow(let milliseconds)) = store.health else {
                Issue.record("a hanging disk is \(store.health)")
                return
            }
            #expect(milliseconds > 10)
            recorder.release()
            try recorder.waitForCommit(at: second)
            #expect(store.health == .healthy)
        }
    }
}
