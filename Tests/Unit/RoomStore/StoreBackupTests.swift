import Foundation
import GRDB
import Platform
import TestPeers
import Testing

@testable import RoomStore

/// Copies of a store that is in use.
@Suite struct StoreBackupTests {
    private func copy(_ folder: StoreFolder, _ name: String = "copy") -> String {
        folder.url.appendingPathComponent(name).path
    }

    /// Whole records of several pages each, written without a pause, beside copies in small steps.
    @Test func everyCopyHasWhatWasCommittedBeforeIt() throws {
        let folder = try StoreFolder()
        let recorder = StoreEventRecorder()
        try folder.open(recorder: recorder) { store in
            let isDone = Locked(false)
            let ended = Locked(false)
            Thread {
                var number: UInt8 = 0
                while !isDone.withLock({ $0 }) {
                    number &+= 1
                    let record = [UInt8](repeating: number, count: 100 * Int(number))
                    let form = number % 32 == 0 ? RecordForm.whole : .change
                    let position = try? store.append(room: "room-\(number % 5)", record: record, form: form)
                    guard position != nil else { break }
                    while store.lag.writes > 50 { usleep(100) }
                }
                ended.change { $0 = true }
            }.start()
            for round in 1...20 {
                try eventually("a commit") { recorder.commits.count >= round }
                let committed = try #require(recorder.commits.last).position
                let path = copy(folder, "copy-\(round)")
                try StoreBackup(of: StoreFileReader(path: folder.store), to: path)
                let backup = try StoreFileReader(path: path)
                #expect(backup.findings().isEmpty)
                let last = try backup.rooms().map(\.position).max()
                #expect(try #require(last) >= committed, "round \(round)")
                for room in try backup.rooms() {
                    let stored = try #require(try backup.room(named: room.name))
                    for record in [stored.snapshot].compactMap(\.self) + stored.records {
                        #expect(record.bytes.count == 100 * Int(record.bytes.first ?? 0), "a whole record")
                    }
                }
            }
            isDone.change { $0 = true }
            ended.wait { $0 ? () : nil }
        }
    }

    @Test func aCopyIsOneFileForItsOwnerAndOpensAsAStore() throws {
        let folder = try StoreFolder()
        let position = try folder.open { try $0.append(room: "talk", record: [1]) }
        let path = copy(folder)
        try StoreBackup(of: StoreFileReader(path: folder.store), to: path)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        _ = try StoreFileReader(path: path).rooms()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(names.filter { $0.hasPrefix("copy") } == ["copy"], "also after it was read")
        let store = try RoomStore(path: path) { _ in }
        #expect(try store.load().first?.records.map(\.position) == [position])
        #expect(try store.append(room: "talk", record: [2]) > position)
        try store.close()
    }

    @Test func aFileThatExistsIsLeftAlone() throws {
        let folder = try StoreFolder()
        try folder.open { _ = try $0.append(room: "talk", record: [1]) }
        let path = copy(folder)
        try Data("notes".utf8).write(to: URL(fileURLWithPath: path))
        #expect(throws: RoomStoreError.exists(path: path)) {
            try StoreBackup(of: StoreFileReader(path: folder.store), to: path)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("notes".utf8))
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "nowhere")
        #expect(throws: RoomStoreError.exists(path: path)) {
            try StoreBackup(of: StoreFileReader(path: folder.store), to: path)
        }
        // A file that appears while the copy is made.
        let late = copy(folder, "late")
        #expect(throws: RoomStoreError.exists(path: late)) {
            try StoreBackup(of: StoreFileReader(path: folder.store), to: late) { _, _ in
                FileManager.default.createFile(atPath: late, contents: Data("mine".utf8))
            }
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: late)) == Data("mine".utf8))
        #expect(
            !(try FileManager.default.contentsOfDirectory(atPath: folder.url.path)).contains { $0.contains("partial") })
    }

    @Test func progressReachesTheEndAndAStoppedCopyLeavesNoFile() throws {
        let folder = try StoreFolder()
        try folder.open { store in
            for _ in 0..<40 { _ = try store.append(room: "talk", record: [UInt8](repeating: 1, count: 100_000)) }
        }
        var steps: [Int64] = []
        let path = copy(folder)
        try StoreBackup(of: StoreFileReader(path: folder.store), to: path) { done, all in
            steps.append(done)
            return all >= done
        }
        #expect(steps.count > 2 && steps == steps.sorted())
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int64 == steps.last)
        let stopped = copy(folder, "stopped")
        #expect(throws: RoomStoreError.stopped) {
            try StoreBackup(of: StoreFileReader(path: folder.store), to: stopped) { _, _ in false }
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(!names.contains { $0.hasPrefix("stopped") })
    }

    @Test func aMissingFolderIsNamed() throws {
        let folder = try StoreFolder()
        try folder.open { _ = try $0.append(room: "talk", record: [1]) }
        #expect(throws: RoomStoreError.self) {
            try StoreBackup(of: StoreFileReader(path: folder.store), to: copy(folder, "nowhere/copy"))
        }
    }
}

/// One server at a time, by all paths, and beside version 0.1.0.
@Suite struct StoreLockTests {
    private func isLocked(_ path: String) -> Bool {
        do throws(RoomStoreError) {
            try RoomStore(path: path) { _ in }.close()
            return false
        } catch {
            if case .locked = error { return true }
            return false
        }
    }

    @Test func aSymbolicLinkLeadsToTheSameLock() async throws {
        let folder = try StoreFolder()
        let link = folder.url.appendingPathComponent("link").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.store)
        try await folder.whileOpen { #expect(isLocked(link)) }
        #expect(!isLocked(link))
    }

    /// Opens and writes the store in SQLite's exclusive lock mode.
    private static func openAsVersion010(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
        let database = try DatabaseQueue(path: path, configuration: configuration)
        try database.write { try $0.execute(sql: "PRAGMA user_version = 1") }
        return database
    }

    /// Version 0.1.0 holds the file of the store itself.
    @Test func versionsExcludeEachOther() async throws {
        let folder = try StoreFolder()
        try await folder.whileOpen {
            await #expect(processExitsWith: .exitCode(3)) { [path = folder.store as String] in
                do {
                    _ = try Self.openAsVersion010(path)
                    exit(4)
                } catch let error as DatabaseError {
                    exit(error.resultCode == .SQLITE_BUSY ? 3 : 5)
                }
            }
        }
        let database = try Self.openAsVersion010(folder.store)
        #expect(isLocked(folder.store))
        try database.close()
        #expect(!isLocked(folder.store))
    }

    @Test func theLockFileOfAKilledServerDoesNotCount() throws {
        let folder = try StoreFolder()
        try Data().write(to: URL(fileURLWithPath: folder.store + "-lock"))
        #expect(!isLocked(folder.store))
        #expect(!FileManager.default.fileExists(atPath: folder.store + "-lock"), "an ordinary end removes it")
    }

    /// Holders take the lock and remove its file in turn, and never two at a time.
    @Test func theLockIsHeldByOneAtATime() throws {
        let folder = try StoreFolder()
        try Data().write(to: URL(fileURLWithPath: folder.store))
        let holders = Locked((now: 0, most: 0, total: 0))
        let path = folder.store
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            var count = 0
            while count < 200 {
                guard let lock = try? StoreLock(path: path) else { continue }
                holders.change { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.total + 1) }
                // Long enough for the others to try meanwhile.
                usleep(100)
                holders.change { $0.now -= 1 }
                lock.release()
                count += 1
            }
        }
        let seen = holders.withLock { $0 }
        #expect(seen.most == 1 && seen.total == 800)
    }
}
