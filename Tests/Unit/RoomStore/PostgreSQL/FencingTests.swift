import Foundation
import TestPeers
import Testing

@testable import RoomStore

/// One process at a time owns a store in a database.
@Suite(.needsPostgres) struct FencingTests {
    @Test func aServerWithoutBeatsIsExpelledAndItsWritesAreRefused() throws {
        let fixture = try DatabaseFixture()
        let old = try fixture.open()
        try fixture.commit([fixture.record("talk", [1])], to: old)
        let start = Date()
        let store = try RoomStore(path: fixture.url) { _ in }
        #expect(Date().timeIntervalSince(start) >= 1, "its beat was observed")
        #expect(throws: StoreTrouble.fenced) { try old.commit([fixture.record("talk", [2])][...], now: 0) }
        #expect(throws: StoreTrouble.fenced, "for ever") { try old.commit([fixture.record("new", [2])][...], now: 0) }
        _ = try store.append(room: "talk", record: [3])
        try store.close()
        old.close()
        #expect(try fixture.database.journal("talk") == ["1|01", "2|03"])
        #expect(try fixture.database.journal("new").isEmpty)
    }

    /// The outcome of an append is unknown, and another server has taken over meanwhile: its records are not the old one's.
    @Test func recordsOfAnotherOwnerDoNotCountAsOwn() throws {
        let fixture = try DatabaseFixture()
        let old = try fixture.open()
        try fixture.commit([fixture.record("talk", [1])], to: old)
        fixture.proxy.cut(.toServer, after: 0)
        let write = [fixture.record("talk", [2])]
        #expect(throws: PostgresError.self) { try old.commit(write[...], now: 0) }
        let store = try RoomStore(path: fixture.database.url()) { _ in }
        _ = try store.append(room: "talk", record: [3])
        try store.close()
        #expect(throws: StoreTrouble.fenced) { try old.commit(write[...], now: 0) }
        old.close()
        #expect(try fixture.database.journal("talk") == ["1|01", "2|03"])
    }

    @Test func aLeaseThatEndsFailsTheStoreForEver() throws {
        let fixture = try DatabaseFixture()
        let recorder = StoreEventRecorder()
        let store = try RoomStore(path: fixture.url) { recorder.record($0) }
        try recorder.waitForCommit(at: try store.append(room: "talk", record: [1]))
        try fixture.database.query("DELETE FROM node")
        try recorder.wait("the end of the lease") { $0 == .failing(.fenced) }
        #expect(store.health == .failing(.fenced))
        _ = try store.append(room: "talk", record: [2])
        #expect(throws: RoomStoreError.unsaved(writes: 1, .fenced)) { try store.close() }
        #expect(recorder.commits.count == 1 && !recorder.events.contains(.recovered))
        #expect(try fixture.database.journal("talk") == ["1|01"])
    }

    /// A renewal whose answer is lost does not end the lease.
    @Test func aLeaseOutlivesLostConnections() throws {
        let fixture = try DatabaseFixture()
        let recorder = StoreEventRecorder()
        let store = try RoomStore(path: fixture.url) { recorder.record($0) }
        func beat() throws -> Int { Int(try fixture.database.query("SELECT beat FROM node").first ?? "") ?? -1 }
        for bytes in [0, 30, 60, 90] {
            fixture.proxy.reset()
            let (before, cuts) = (try beat(), fixture.proxy.cuts)
            fixture.proxy.cut(.toClient, after: bytes)
            try eventually("beats after a cut") { try fixture.proxy.cuts > cuts && beat() > before + 2 }
        }
        try recorder.waitForCommit(at: try store.append(room: "talk", record: [1]))
        try store.close()
        #expect(try fixture.database.query("SELECT count(*) FROM node") == ["0"])
    }

    /// A room of another live node, as of a cluster.
    @Test func aStoreWithARoomOfAnotherNodeIsRefused() throws {
        let fixture = try DatabaseFixture()
        let store = try fixture.open()
        try fixture.commit([fixture.record("talk", [1])], to: store)
        store.close()
        try fixture.database.query("INSERT INTO node VALUES (7, 'other', 0, 1, true); UPDATE room SET owner = 7")
        let name = try StoreLocation(fixture.url).name
        #expect(throws: RoomStoreError.locked(path: name)) { try RoomStore(path: fixture.url) { _ in } }
        #expect(try fixture.database.query("SELECT name FROM node") == ["other"], "it has left again")
        try fixture.database.query("DELETE FROM node")
        try RoomStore(path: fixture.url) { _ in }.close()
    }
}
