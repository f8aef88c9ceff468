import ClusterMembership
import ClusterTraffic
import Foundation
import PagingEngine
import PagingRoom
import PagingServer
import TestPeers
import Testing

@testable import RoomStore
@testable import riffle

/// The statements of the core in a real database, and their outcomes as the core has them.
@Suite(.enabled(if: PostgresServer.isInstalled, Comment(rawValue: PostgresServer.reason)))
struct ClusterPersistenceTests {
    private let database: PostgresDatabase
    private let bench: PersistenceBench
    private let persistence: ClusterPersistence
    private let node: NodeID
    private let other: NodeID

    init() throws {
        database = try #require(PostgresServer.shared).get().newDatabase()
        bench = try PersistenceBench(database)
        persistence = bench.persistence
        (node, other) = (try #require(NodeID(UInt64(Int64.max))), try #require(NodeID(2)))
    }

    @Test func statementsAboutNodes() throws {
        #expect(try bench.run(NodeStatement.register(node, name: "one", format: 2)) == .done)
        #expect(try bench.run(NodeStatement.register(other, name: "one", format: 2)) == .noRow)
        #expect(try bench.run(NodeStatement.register(other, name: "two", format: 1)) == .done)
        let outcome = try bench.run(NodeStatement.renew(node, beat: 1, confirmed: 0, isHeard: false))
        guard case .renewed(let renewal) = outcome else {
            Issue.record("expected a renewal, got \(outcome)")
            return
        }
        let milliseconds = Int64(Date().timeIntervalSince1970 * 1_000)
        #expect(abs(renewal.clock.milliseconds - milliseconds) < 3_600_000, "an hour")
        #expect(renewal.timeline == 1 && renewal.lowestFormat == 1 && renewal.othersHeard == 1)
        guard case .nodes(let rows) = try bench.run(.readNodes) else {
            Issue.record("expected rows")
            return
        }
        #expect(
            Set(rows) == [
                NodeRow(id: node, name: "one", beat: 1, isHeard: false),
                NodeRow(id: other, name: "two", beat: 0, isHeard: true),
            ])
        #expect(try bench.run(.expel(other, beat: 1)) == .noRow)
        #expect(try bench.run(.expel(other, beat: 0)) == .done)
        #expect(try bench.run(NodeStatement.renew(other, beat: 1, confirmed: 0, isHeard: true)) == .noRow)
        #expect(try bench.run(NodeStatement.leave(node)) == .done && bench.run(NodeStatement.leave(node)) == .noRow)
        try persistence.end()
        #expect(try bench.run(.readNodes) == .unknown)
        #expect(try bench.run(.readRooms([])).outcome == .unknown)
    }

    @Test func aTimelineIsReadFromHexadecimalDigits() {
        func renewal(_ timeline: String) -> LeaseRenewal? {
            LeaseRenewal(
                NodeStatements.Renewal(timeline: timeline, microseconds: 5_999, lowestFormat: -1, othersHeard: 0))
        }
        #expect(renewal("0000001F")?.timeline == 31 && renewal("FFFFFFFF")?.timeline == .max)
        #expect(renewal("0000001F")?.clock == Instant(milliseconds: 5) && renewal("0000001F")?.lowestFormat == 0)
        #expect(renewal("") == nil && renewal("0000000G") == nil && renewal("100000000") == nil)
    }

    @Test func statementsAboutRooms() throws {
        #expect(try bench.run(NodeStatement.register(other, name: "two", format: 2)) == .done)
        let own = try bench.create("talk", for: node)
        try persistence.append(
            RoomRecord.whole(showing: 3), RecordNumber(1), room: "talk", epoch: own.epoch)
        try bench.waitForCommit(
            of: ClusterPersistence.CommittedRoom(room: "talk", epoch: own.epoch, number: RecordNumber(1)))
        #expect(
            try bench.run(.readRooms(["talk", "none"])).outcome
                == .rows([RoomRow(room: "talk", owner: nil, epoch: own.epoch, format: 1)]), "it is not registered")
        guard case .owned(let fresh) = try bench.run(.refence(node)).outcome, let fence = fresh.first?.fence else {
            Issue.record("expected new fences")
            return
        }
        #expect(fresh.map(\.epoch) == [own.epoch] && fence != own.fence)
        #expect(try bench.run(.handOver("talk", fence: own.fence, to: other)).outcome == .noRow)
        guard case .handedOver(let next) = try bench.run(.handOver("talk", fence: fence, to: other)).outcome else {
            Issue.record("expected another owner")
            return
        }
        #expect(next > own.epoch)
        let row = RoomRow(room: "talk", owner: other, epoch: next, format: 1)
        #expect(try bench.run(.readRooms(["talk"])).outcome == .rows([row]))
        #expect(try bench.run(.readQuiet(node)).outcome == .rows([]))
        #expect(try bench.run(.readQuiet(other)).outcome == .rows([row]))
        let claim = RoomClaim(room: "talk", read: next, known: next + 40)
        let claimed = try bench.run(.claim(other, [claim], format: 2, written: 2)).outcome
        guard case .owned(let owned) = claimed, let epoch = owned.first?.epoch else {
            Issue.record("expected a claimed room, got \(claimed)")
            return
        }
        #expect(epoch > next + 40)
        let loaded = try bench.run(.load("talk"))
        #expect(loaded.outcome == .loaded)
        #expect(loaded.restored?.state == RoomRecord.whole(showing: 3) && loaded.restored?.damages == [])
        try persistence.remove("talk", epoch: epoch)
        #expect(try bench.run(.readRooms(["talk"])).outcome == .rows([]))
        try persistence.end()
    }

    /// A record that cannot be read, and one that is missing.
    @Test func damageConcernsItsRoomOnly() throws {
        for name in ["bad", "gap", "good"] {
            let own = try bench.create(name, for: node)
            for number in Int64(1)...2 {
                try persistence.append(
                    RoomRecord.whole(showing: number), RecordNumber(number), room: name, epoch: own.epoch)
            }
            try bench.waitForCommit(
                of: ClusterPersistence.CommittedRoom(room: name, epoch: own.epoch, number: RecordNumber(2)))
        }
        try persistence.end()
        try database.query("UPDATE journal SET record = '\\x00' WHERE room = 'bad' AND index = 2")
        try database.query("UPDATE journal SET index = 5, whole = false WHERE room = 'gap' AND index = 2")
        let next = try PersistenceBench(database)
        guard case .rows(let rows) = try next.run(.readQuiet(other)).outcome else {
            Issue.record("expected rows")
            return
        }
        #expect(Set(rows.map(\.room)) == ["bad", "gap", "good"])
        let claims = rows.map { RoomClaim(room: $0.room, read: $0.epoch, known: 0) }
        guard case .owned(let owned) = try next.run(.claim(other, claims, format: 2, written: 1)).outcome else {
            Issue.record("expected owned rooms")
            return
        }
        #expect(owned.count == 3)
        func load(_ room: String) throws -> RestoredRoom? {
            let loaded = try next.run(.load(room))
            #expect(loaded.outcome == .loaded)
            return loaded.restored
        }
        #expect(try load("bad")?.damages.count == 1)
        #expect(try load("gap")?.damages.isEmpty == false)
        let good = try #require(try load("good"))
        #expect(good.damages == [] && good.state == RoomRecord.whole(showing: 2))
        try next.persistence.end()
    }

    /// Such a number comes from a stranger on the fabric. Later claims must find a higher one.
    @Test func aToldEpochDoesNotUseUpTheNumbers() throws {
        var epoch = try bench.create("talk", for: node).epoch
        for _ in 0..<3 {
            let claim = RoomClaim(room: "talk", read: epoch, known: .max)
            guard case .owned(let owned) = try bench.run(.claim(node, [claim], format: 2, written: 1)).outcome else {
                Issue.record("expected an owned room")
                return
            }
            let next = try #require(owned.first?.epoch)
            #expect(next > epoch)
            epoch = next
        }
        try persistence.end()
    }

    @Test func aFileIsNoStoreOfACluster() {
        let error = #expect(throws: RoomStoreError.self) { try ClusterPersistence(url: "rooms.store") { _ in } }
        #expect(error?.description.contains("expected postgres://") == true)
    }
}
