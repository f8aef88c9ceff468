import Foundation
import GRDB
import Testing

@testable import RoomStore

/// Files that are no store, and paths where none can be created.
@Suite struct StoreOpeningTests {
    private func refusal(_ path: String) -> RoomStoreError? {
        do throws(RoomStoreError) {
            try RoomStore(path: path) { _ in }.close()
            return nil
        } catch {
            return error
        }
    }

    @Test func aNewerStoreIsRefusedAndUnchanged() throws {
        let folder = try StoreFolder()
        try folder.open { _ = try $0.append(room: "talk", record: [1]) }
        try DatabaseQueue(path: folder.store).write { try $0.execute(sql: "PRAGMA user_version = 99") }
        let before = try Data(contentsOf: URL(fileURLWithPath: folder.store))
        let error = try #require(refusal(folder.store))
        #expect(error == .newerVersion(path: folder.store, found: 99, known: 1))
        #expect(error.description.contains("expected a schema up to 1, got 99 of a newer version"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.store)) == before)
    }

    @Test func aClosedStoreIsOneFileForItsOwnerOnly() throws {
        let folder = try StoreFolder()
        try folder.open { _ = try $0.append(room: "talk", record: [1]) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["rooms.store"])
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.store)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test(arguments: [RecordForm.change, .whole]) func positionsOfARemovedRoomStayUsed(form: RecordForm) throws {
        let folder = try StoreFolder()
        let used = try folder.open { store in
            let last = try store.append(room: "talk", record: [2], form: form)
            try store.remove(room: "talk")
            return last
        }
        #expect(try folder.open { try $0.append(room: "talk", record: [3]) } > used)
        #expect(try folder.reload().first?.records.map(\.position) == [JournalPosition(used.number + 1)])
    }

    @Test func anotherProgramsDatabaseIsRefusedAndUnchanged() throws {
        let folder = try StoreFolder()
        try DatabaseQueue(path: folder.store).write { try $0.execute(sql: "CREATE TABLE address (name TEXT)") }
        let before = try Data(contentsOf: URL(fileURLWithPath: folder.store))
        #expect(refusal(folder.store) == .notAStore(path: folder.store))
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.store)) == before)
    }

    @Test func aFileThatIsNoDatabaseIsRefusedAndUnchanged() throws {
        let folder = try StoreFolder()
        let text = Data(String(repeating: "These are my notes.\n", count: 100).utf8)
        try text.write(to: URL(fileURLWithPath: folder.store))
        #expect(refusal(folder.store) == .notAStore(path: folder.store))
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.store)) == text)
    }

    @Test func aDamagedStoreIsRefused() throws {
        let folder = try StoreFolder()
        _ = try folder.damage(8_192..<24_576)
        guard case .damaged(let path, _) = refusal(folder.store) else {
            Issue.record("a damaged store was taken: \(String(describing: refusal(folder.store)))")
            return
        }
        #expect(path == folder.store)
    }

    @Test func anEmptyFileBecomesAStore() throws {
        let folder = try StoreFolder()
        try Data().write(to: URL(fileURLWithPath: folder.store))
        #expect(refusal(folder.store) == nil)
    }

    @Test func aSecondStoreOnTheFileIsRefused() async throws {
        let folder = try StoreFolder()
        try await folder.whileOpen {
            #expect(refusal(folder.store) == .locked(path: folder.store))
            await #expect(processExitsWith: .exitCode(3)) { [path = folder.store as String] in
                do throws(RoomStoreError) {
                    _ = try RoomStore(path: path) { _ in }
                } catch {
                    exit(error == .locked(path: path) ? 3 : 4)
                }
            }
        }
        #expect(refusal(folder.store) == nil, "closing unlocks the file")
    }

    /// Settings that protect against a power loss, which a test cannot cause.
    @Test func everyCommitIsSynchronisedWithTheDisk() throws {
        let folder = try StoreFolder()
        let file = try StoreFile(path: folder.store)
        let mode = try file.use { try String.fetchOne($0, sql: "PRAGMA journal_mode") }
        let synchronous = try file.use { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
        #expect(mode == "wal")
        #expect(synchronous == 2, "FULL")
        try file.close()
    }

    @Test func aMissingFolderIsNamed() throws {
        let path = try StoreFolder().url.appendingPathComponent("nowhere/rooms.store").path
        #expect(refusal(path) == .cannotOpen(path: path, detail: "No such file or directory"))
    }

    @Test func aFolderIsNoStore() throws {
        let folder = try StoreFolder()
        let error = try #require(refusal(folder.url.path))
        guard case .cannotOpen = error else {
            Issue.record("\(error)")
            return
        }
    }

    /// In a separate process as a user without root's rights.
    @Test(arguments: [(folder: 0o555, file: 0o644), (0o555, 0o444), (0o755, 0o444), (0o555, nil)])
    func aReadOnlyFileIsDetectedAtTheStart(folderMode: Int, fileMode: Int?) async throws {
        let folder = try StoreFolder()
        if let fileMode {
            try folder.open { _ = try $0.append(room: "talk", record: [1]) }
            try FileManager.default.setAttributes([.posixPermissions: fileMode], ofItemAtPath: folder.store)
        }
        try FileManager.default.setAttributes([.posixPermissions: folderMode], ofItemAtPath: folder.url.path)
        await #expect(processExitsWith: .exitCode(3)) { [path = folder.store as String] in
            if geteuid() == 0 { setuid(65_534) }
            do throws(RoomStoreError) {
                _ = try RoomStore(path: path) { _ in }
            } catch {
                print(error)
                exit(error == .readOnly(path: path) ? 3 : 4)
            }
        }
    }
}

extension StoreFolder {
    func whileOpen(_ body: () async throws -> Void) async throws {
        let store = try RoomStore(path: store) { _ in }
        try await body()
        try store.close()
    }
}
