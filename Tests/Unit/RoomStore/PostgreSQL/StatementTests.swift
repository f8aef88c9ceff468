import Foundation
import TestPeers
import Testing

@testable import RoomStore

/// Each statement of a node by itself: its effect, and what it must refuse. `ClusterStressTests` has them all at once.
@Suite(.needsPostgres) struct StatementTests {
    private let fixture: DatabaseFixture
    private let nodes: NodeStatements
    private let rooms: RoomStatements
    private let journals: JournalStatements

    init() throws {
        fixture = try DatabaseFixture()
        let connection = try PostgresConnection(try fixture.address())
        try StoreDatabaseSchema.make(in: connection, name: "test")
        (nodes, rooms) = (NodeStatements(connection), RoomStatements(connection))
        journals = JournalStatements(connection)
    }

    private func create(_ names: [String], for node: Int64) throws -> [String: RoomStatements.Row] {
        let created = try rooms.create(
            names.map { RoomStatements.NewRoom(name: $0, known: 0) }, for: node, format: 1, limit: 9)
        return created.reduce(into: [:]) { $0[$1.name] = $1 }
    }

    private func claim(_ name: String, read: Int64, known: Int64 = 0, for node: Int64) throws -> RoomStatements.Row? {
        let claim = RoomStatements.Claim(name: name, read: read, known: known)
        return try rooms.claim([claim], for: node, format: 2, written: 1).first
    }

    private func append(
        _ entries: [(room: RoomStatements.Row, index: Int64, isWhole: Bool)], by node: Int64
    ) throws -> Set<String> {
        let records = entries.map {
            AppendBatch.NumberedRecord(
                room: $0.room.name, index: $0.index, isWhole: $0.isWhole, record: [UInt8($0.index)])
        }
        let appended = try journals.append(records, fences: entries.map(\.room.fence), node: node)
        return Set(appended.map { "\($0.room) \($0.index)" })
    }

    @Test func aRevokedTokenIsKeptUntilItExpires() throws {
        let revocations = nodes.revocations
        for token in [RevokedToken(id: "b"), RevokedToken(id: "a", expires: 20), RevokedToken(id: "b")] {
            try revocations.add(token)
        }
        #expect(try revocations.all() == [RevokedToken(id: "a", expires: 20), RevokedToken(id: "b")])
        try revocations.add(RevokedToken(id: "b", expires: 10))
        try revocations.add(RevokedToken(id: "b"))
        try revocations.deleteExpired(at: 9)
        #expect(try revocations.all().map(\.expires) == [20, 10])
        try revocations.deleteExpired(at: 10)
        #expect(try revocations.all().map(\.id) == ["a"])
    }

    /// Renewals of the lease wait behind these statements.
    @Test func aTokenThatAnotherNodeDeletesIsNotWaitedFor() throws {
        let (one, other) = (try PostgresConnection(fixture.address()), try PostgresConnection(fixture.address()))
        let revocations = RevocationStatements(one)
        try revocations.add(RevokedToken(id: "a", expires: 1))
        try one.execute("SET lock_timeout = '2s'")
        try other.execute("BEGIN")
        try other.execute("SELECT id FROM revoked FOR UPDATE")
        try revocations.deleteExpired(at: 2)
        #expect(try revocations.all().map(\.id) == ["a"])
        try other.execute("ROLLBACK")
        try revocations.deleteExpired(at: 2)
        #expect(try revocations.all().isEmpty)
    }

    @Test func aRenewalAndAnExpulsionExcludeEachOther() throws {
        #expect(try nodes.register(1, name: "a", format: 4) && nodes.register(2, name: "b", format: 3))
        #expect(try !nodes.register(3, name: "a", format: 4), "the name is in use")
        let first = try #require(try nodes.renew(1, beat: 1, confirmed: 0, isHeard: true))
        #expect(first.lowestFormat == 3 && first.othersHeard == 1 && first.timeline.count == 8)
        let microseconds = Int64(Date().timeIntervalSince1970 * 1_000_000)
        #expect(abs(first.microseconds - microseconds) < 3_600_000_000, "an hour")
        #expect(try nodes.renew(2, beat: 1, confirmed: 0, isHeard: false) != nil)
        #expect(try nodes.renew(1, beat: 3, confirmed: 1, isHeard: true)?.othersHeard == 0, "a beat may be left out")
        #expect(try nodes.renew(1, beat: 3, confirmed: 1, isHeard: true) == nil, "not twice")
        #expect(try nodes.renew(1, beat: 9, confirmed: 4, isHeard: true) == nil, "a database that has gone back")
        #expect(try nodes.nodes(named: "a") == [NodeStatements.Row(id: 1, name: "a", beat: 3, isHeard: true)])
        #expect(try !nodes.expel(1, beat: 1) && nodes.expel(1, beat: 3) && !nodes.expel(1, beat: 3))
        #expect(try nodes.renew(1, beat: 4, confirmed: 3, isHeard: true) == nil)
        #expect(try nodes.nodes().map(\.id) == [2])
        try nodes.leave(2)
        #expect(try nodes.nodes().isEmpty)
    }

    /// A renewal commits slowly. An expulsion that waited for it would hold up the renewals of its own node.
    @Test func anExpulsionDoesNotWaitForARenewal() throws {
        #expect(try nodes.register(1, name: "a", format: 1))
        // One that waits fails, instead of waiting for ever.
        try nodes.connection.execute("SET lock_timeout = '30s'")
        let other = try PostgresConnection(try fixture.address())
        try other.execute("BEGIN")
        #expect(try NodeStatements(other).renew(1, beat: 1, confirmed: 0, isHeard: true) != nil)
        #expect(try !nodes.expel(1, beat: 0), "its row is locked, and its beat about to change")
        try other.execute("ROLLBACK")
        #expect(try nodes.expel(1, beat: 0))
    }

    @Test func aClaimNeedsARoomAsItWasReadWithoutALiveOwner() throws {
        #expect(try nodes.register(1, name: "a", format: 2) && nodes.register(2, name: "b", format: 2))
        let room = try #require(try create(["x"], for: 1)["x"])
        #expect(try claim("x", read: room.epoch, for: 2) == nil, "its owner is alive")
        let own = try #require(try claim("x", read: room.epoch, for: 1))
        #expect(own.epoch > room.epoch && own.fence != room.fence && own.life == room.life && own.owner == 1)
        try nodes.leave(1)
        #expect(try claim("x", read: room.epoch, for: 2) == nil, "the row has changed meanwhile")
        let told = try #require(try claim("x", read: own.epoch, known: 1_000, for: 2))
        #expect(told.epoch == 1_001 && told.owner == 2)
        let again = try #require(try claim("x", read: 1_001, known: 7, for: 2))
        #expect(again.epoch == 1_002, "also behind the row's, which is higher than the sequence")
        try fixture.database.query("UPDATE room SET format = 3, owner = NULL")
        #expect(try claim("x", read: again.epoch, for: 2) == nil, "a newer program has written it")
        try fixture.database.query("UPDATE room SET format = 2")
        #expect(try claim("x", read: again.epoch, for: 2)?.format == 2, "the format does not fall")
        #expect(try claim("y", read: 0, for: 2) == nil)
    }

    @Test func aRoomIsCreatedOnceAndWithinTheLimit() throws {
        func create(_ names: [String], known: Int64 = 0, for node: Int64, limit: Int64) throws -> [String] {
            let creations = names.map { RoomStatements.NewRoom(name: $0, known: known) }
            return try rooms.create(creations, for: node, format: 1, limit: limit).map(\.name)
        }
        #expect(try create(["c", "a", "b"], for: 1, limit: 2) == ["a", "b"])
        #expect(try create(["a", "c"], for: 2, limit: 2) == [] && create(["a"], for: 2, limit: 9) == [])
        #expect(try create(["c"], known: 500, for: 2, limit: 3) == ["c"])
        #expect(try rooms.rooms().map(\.owner) == [1, 1, 2] && rooms.rooms(named: ["c", "d"]).map(\.epoch) == [501])
        let room = try #require(try rooms.rooms(named: ["a"]).first)
        #expect(try !rooms.remove("a", fence: room.fence + 1) && rooms.remove("a", fence: room.fence))
        #expect(try create(["a"], for: 2, limit: 3) == ["a"])
        #expect(try rooms.rooms(named: ["a"]).first?.life != room.life)
    }

    @Test func aFencedRoomIsMissingInTheAnswerAndTheOthersAreAppended() throws {
        let made = try create(["a", "b", "c"], for: 1)
        let (a, b, c) = (try #require(made["a"]), try #require(made["b"]), try #require(made["c"]))
        #expect(try append([(b, 1, true), (a, 1, false), (a, 2, false), (c, 1, false)], by: 1).count == 4)
        #expect(try claim("b", read: b.epoch, for: 2) != nil, "no row of node 1")
        #expect(try append([(a, 3, true), (b, 2, false), (c, 2, false)], by: 1) == ["a 3", "c 2"])
        #expect(try append([(a, 3, false), (a, 4, false)], by: 1) == ["a 4"], "not twice")
        #expect(try append([(a, 5, false)], by: 2).isEmpty, "the fence of another node")
        #expect(try journals.lastIndexes(of: ["a", "b", "d"]) == ["a": 4, "b": 1])
        #expect(
            try journals.lastIndexes(ofEpochs: ["a": a.epoch, "b": b.epoch + 1, "c": c.epoch]) == ["a": 4, "c": 2])
        #expect(try journals.read("a").map(\.index) == [3, 4] && journals.read("c").map(\.index) == [1, 2])
        let fences = try rooms.refence(1)
        #expect(fences.map(\.name).sorted() == ["a", "c"])
        #expect(fences.allSatisfy { ![a.fence, c.fence].contains($0.fence) })
        #expect(fences.allSatisfy { $0.epoch == ($0.name == "a" ? a.epoch : c.epoch) })
        #expect(try append([(a, 5, false)], by: 1).isEmpty, "the old fence")
        #expect(try append(fences.map { ($0, 5, false) }, by: 1) == ["a 5", "c 5"])
    }

    @Test func compactionLeavesWhatALaterRoomHas() throws {
        let made = try create(["a", "b"], for: 1)
        let (a, b) = (try #require(made["a"]), try #require(made["b"]))
        _ = try append([(a, 1, false), (a, 2, true), (a, 3, false), (b, 1, false), (b, 2, true)], by: 1)
        let late = JournalStatements.Compaction(room: "b", index: 2, epoch: b.epoch - 1)
        try journals.compact([late, JournalStatements.Compaction(room: "a", index: 2, epoch: a.epoch)])
        let left = try fixture.database.query("SELECT room, index FROM journal ORDER BY room, index")
        #expect(left == ["a|2", "a|3", "b|1", "b|2"])
    }

    @Test func aRoomIsHandedOverToALiveNode() throws {
        #expect(try nodes.register(1, name: "a", format: 1) && nodes.register(2, name: "b", format: 1))
        let room = try #require(try create(["x"], for: 1)["x"])
        #expect(try rooms.handOver("x", fence: room.fence, to: 3) == nil, "no such node")
        #expect(try rooms.handOver("x", fence: room.fence + 1, to: 2) == nil, "fenced")
        #expect(try append([(room, 1, false)], by: 1) == ["x 1"])
        let epoch = try #require(try rooms.handOver("x", fence: room.fence, to: 2))
        #expect(epoch > room.epoch)
        #expect(try append([(room, 2, false)], by: 1).isEmpty)
        #expect(try claim("x", read: epoch, for: 1) == nil)
        let claimed = try #require(try claim("x", read: epoch, for: 2))
        #expect(claimed.epoch > epoch)
        #expect(try append([(claimed, 2, false)], by: 2) == ["x 2"])
    }
}
