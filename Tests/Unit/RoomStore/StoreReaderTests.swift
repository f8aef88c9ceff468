import Foundation
import GRDB
import Testing

@testable import RoomStore

/// Reading a store beside the server that writes it.
@Suite struct StoreReaderTests {
    @Test func aReaderSeesOneMomentWhileTheServerGoesOn() throws {
        let folder = try StoreFolder()
        let recorder = StoreEventRecorder()
        try folder.open(recorder: recorder) { store in
            let first = try store.append(room: "talk", record: [1])
            try recorder.waitForCommit(at: first)
            let reader = try StoreFileReader(path: folder.store)
            for number in UInt8(2)...50 { _ = try store.append(room: "talk", record: [number]) }
            let last = try store.append(room: "other", record: [0])
            try recorder.waitForCommit(at: last)
            #expect(try reader.rooms().map(\.name) == ["talk"])
            #expect(try reader.room(named: "talk")?.records.map(\.bytes) == [[1]])
            #expect(try reader.room(named: "other") == nil)
            let later = try StoreFileReader(path: folder.store)
            #expect(try later.room(named: "talk")?.records.count == 50)
            #expect(later.findings().isEmpty)
            #expect(store.health == .healthy)
        }
    }

    @Test func anotherProcessReadsWhileTheServerHasTheStore() async throws {
        let folder = try StoreFolder()
        let recorder = StoreEventRecorder()
        let store = try RoomStore(path: folder.store) { recorder.record($0) }
        try recorder.waitForCommit(at: try store.append(room: "talk", record: [1, 2, 3]))
        await #expect(processExitsWith: .exitCode(3)) { [path = folder.store as String] in
            let room = try StoreFileReader(path: path).room(named: "talk")
            exit(room?.records.map(\.bytes) == [[1, 2, 3]] ? 3 : 4)
        }
        try store.close()
    }

    @Test func sizesAndTimesAreThoseOfTheLastChange() throws {
        let folder = try StoreFolder()
        let before = Int64(Date().timeIntervalSince1970)
        try folder.open { store in
            _ = try store.append(room: "talk", record: [UInt8](repeating: 1, count: 100))
            _ = try store.append(room: "talk", record: [UInt8](repeating: 2, count: 40), form: .whole)
            _ = try store.append(room: "talk", record: [UInt8](repeating: 3, count: 7))
            _ = try store.append(room: "other", record: [])
        }
        let after = Int64(Date().timeIntervalSince1970)
        let rooms = try StoreFileReader(path: folder.store).rooms()
        #expect(rooms.map(\.name) == ["other", "talk"])
        #expect(rooms.map(\.records) == [1, 2] && rooms.map(\.bytes) == [0, 47])
        #expect(rooms.map(\.position.number) == [4, 3])
        for room in rooms { #expect((before...after).contains(room.changed ?? 0)) }
    }

    /// A start writes sums; that is no change of the room.
    @Test func aSumHasTheTimeOfTheLastChange() throws {
        let folder = try StoreFolder()
        try folder.open { _ = try $0.append(room: "talk", record: [1]) }
        try DatabaseQueue(path: folder.store).write { try $0.execute(sql: "UPDATE journal SET at = 1000") }
        for number in UInt8(2)...3 {
            try folder.open { _ = try $0.append(room: "talk", record: [number], form: .sum) }
            #expect(try StoreFileReader(path: folder.store).rooms().map(\.changed) == [1_000])
        }
        try folder.open { _ = try $0.append(room: "talk", record: [4], form: .whole) }
        #expect(try StoreFileReader(path: folder.store).rooms().first?.changed ?? 0 > 1_000)
    }

    /// The file of version 0.1.0: without times.
    @Test func anOlderStoreIsReadAndTakenOver() throws {
        let folder = try StoreFolder()
        try folder.open { _ = try $0.append(room: "talk", record: [1]) }
        try DatabaseQueue(path: folder.store).write { database in
            for table in ["journal", "snapshot"] { try database.execute(sql: "ALTER TABLE \(table) DROP COLUMN at") }
            try database.execute(sql: "DROP TABLE revoked")
        }
        #expect(try StoreFileReader(path: folder.store).revokedTokens().isEmpty)
        #expect(try StoreFileReader(path: folder.store).rooms().map(\.changed) == [nil])
        try folder.open { store in
            _ = try store.append(room: "new", record: [2])
            try store.revoke(RevokedToken(id: "a"))
        }
        #expect(try StoreFileReader(path: folder.store).revokedTokens() == [RevokedToken(id: "a")])
        let rooms = try StoreFileReader(path: folder.store).rooms()
        #expect(rooms.map(\.name) == ["new", "talk"] && rooms[0].changed != nil && rooms[1].changed == nil)
        // The statements of version 0.1.0 still work.
        try DatabaseQueue(path: folder.store).write { database in
            try database.execute(sql: "INSERT INTO journal (position, room, bytes) VALUES (77, 'old', x'00')")
            try database.execute(sql: "INSERT INTO snapshot (room, position, bytes) VALUES ('old', 77, x'00')")
        }
        #expect(try folder.reload().map(\.name) == ["new", "old", "talk"])
    }

    @Test func damageOfTheFileIsListedAndTheRestIsRead() throws {
        let folder = try StoreFolder()
        let bytes = try folder.damage(40_960..<49_152)
        let reader = try StoreFileReader(path: folder.store)
        #expect(!reader.findings().isEmpty)
        #expect(throws: RoomStoreError.self) {
            try StoreBackup(of: reader, to: folder.url.appendingPathComponent("copy").path)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.store)) == bytes, "a reader changes nothing")
    }

    @Test func onlyAStoreIsRead() throws {
        let folder = try StoreFolder()
        #expect(throws: RoomStoreError.cannotOpen(path: folder.store, detail: "there is no such file")) {
            try StoreFileReader(path: folder.store)
        }
        #expect(!FileManager.default.fileExists(atPath: folder.store), "it is not created")
        try Data(repeating: 65, count: 5_000).write(to: URL(fileURLWithPath: folder.store))
        #expect(throws: RoomStoreError.notAStore(path: folder.store)) { try StoreFileReader(path: folder.store) }
        try Data().write(to: URL(fileURLWithPath: folder.store))
        #expect(throws: RoomStoreError.notAStore(path: folder.store)) { try StoreFileReader(path: folder.store) }
    }

    @Test func theTimeOfTheLastCommitIsKnown() throws {
        let folder = try StoreFolder()
        let recorder = StoreEventRecorder()
        try folder.open(recorder: recorder) { store in
            #expect(store.lastCommit == nil)
            let before = Int64(Date().timeIntervalSince1970)
            try recorder.waitForCommit(at: try store.append(room: "talk", record: [1]))
            #expect((before...before + 60).contains(store.lastCommit ?? 0))
        }
    }
}
