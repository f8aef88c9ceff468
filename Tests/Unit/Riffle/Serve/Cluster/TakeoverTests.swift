import ClusterMembership
import ClusterTraffic
import PagingEngine
import PagingRoom
import PagingServer
import Platform
import Support
import TestPeers
import Testing

@testable import RoomStore
@testable import riffle

/// Two nodes of the core with a real database and without a fabric: the second expels the first, and takes its room.
@Suite(.enabled(if: PostgresServer.isInstalled, Comment(rawValue: PostgresServer.reason)))
struct TakeoverTests {
    /// A node with its rooms on the boot clock, played by the test's thread.
    private struct Player {
        let bench: PersistenceBench
        private(set) var node: ClusterNode
        private var rooms: OwnedRooms
        private(set) var begun: [String: RestoredRoom] = [:]
        private var restored: [String: RestoredRoom] = [:]

        init(_ name: String, _ database: PostgresDatabase, seed: UInt64) throws {
            bench = try PersistenceBench(database)
            let random = SeedStream(seed: seed)
            node = ClusterNode(NodeSettings(name: name, formats: 1...2), random: random, at: Player.now)
            rooms = OwnedRooms(LeaseTiming(), random: random)
            handle(NodeEvent.start)
        }

        private static var now: Instant { Instant(milliseconds: BootClock.milliseconds) }

        /// Numbers of a room about which members may be told something.
        func spoken(_ room: String) -> OwnedRoom? { rooms.spoken.first { $0.room == room } }

        mutating func open(_ room: String) {
            handle(RoomEvent.opened(room, known: 0, mayCreate: true))
        }

        /// Handles what has come, and does what it is time for.
        mutating func play() {
            while let event = bench.takeFirst() {
                switch event {
                case .node(let statement, let outcome): handle(NodeEvent.answered(statement, outcome))
                case .room(let statement, let outcome, let room):
                    if let room { restored[room.name] = room }
                    handle(RoomEvent.answered(statement, outcome))
                case .fenced(let room, _): handle(RoomEvent.fenced(room))
                case .journalLost: handle(RoomEvent.journalLost)
                case .committed, .storeTrouble: break
                }
            }
            if let deadline = node.nextDeadline, deadline <= Player.now { handle(NodeEvent.tick) }
            if let deadline = rooms.nextDeadline, deadline <= Player.now { handle(RoomEvent.tick) }
        }

        private mutating func handle(_ event: NodeEvent) {
            var effects: [NodeEffect] = []
            node.handle(event, at: Player.now, into: &effects)
            for effect in effects {
                switch effect {
                case .execute(let statement): bench.persistence.execute(statement)
                case .live, .silent, .gone: handle(RoomEvent.tick)
                case .ended: handle(RoomEvent.ended)
                // The own beats come back, as from a fabric.
                case .send(.beat(let beat), _): handle(NodeEvent.received(.beat(beat), from: node.id))
                case .began, .left, .send: break
                }
            }
        }

        private mutating func handle(_ event: RoomEvent) {
            var effects: [ClusterMembership.RoomEffect] = []
            let now = Player.now
            let view = RoomView(
                node: node.id, isLive: node.valid(at: now) != nil, mayClaim: node.mayClaim(at: now),
                owners: node.owners(at: now), format: node.settings.formats.upperBound,
                writtenFormat: node.writtenFormat)
            rooms.handle(event, at: now, in: view, into: &effects)
            for effect in effects {
                switch effect {
                case .execute(let statement): bench.persistence.execute(statement)
                case .begin(let room): begun[room.room] = restored[room.room]
                default: break
                }
            }
        }
    }

    @Test func aNodeThatStopsLosesItsRoomAndItsRecordsRemain() throws {
        let database = try #require(PostgresServer.shared).get().newDatabase()
        var first = try Player("one", database, seed: 1)
        try eventually("the first node's room") {
            first.play()
            if first.node.valid(at: Instant(milliseconds: BootClock.milliseconds)) != nil { first.open("talk") }
            return first.spoken("talk") != nil
        }
        let own = try #require(first.spoken("talk"))
        #expect(first.begun["talk"]?.state == nil)
        let record = RoomRecord.whole(showing: 7)
        try first.bench.persistence.append(record, RecordNumber(1), room: "talk", epoch: own.epoch)
        // No more beats: the first one is not played from here on.
        var second = try Player("two", database, seed: 2)
        try eventually("the second node's room") {
            second.play()
            return second.spoken("talk") != nil
        }
        let taken = try #require(second.spoken("talk"))
        #expect(taken.epoch > own.epoch && second.begun["talk"]?.state == record)
        // The first one wakes up, and its record is refused.
        try first.bench.persistence.append(
            RoomRecord.whole(showing: 8), RecordNumber(2), room: "talk", epoch: own.epoch)
        try first.bench.take("the fence") { event -> Void? in
            if case .fenced("talk", let epoch) = event, epoch == own.epoch { () } else { nil }
        }
        let life = first.node.id
        try eventually("another life of the first node") {
            first.play()
            second.play()
            return first.node.id != life
        }
        #expect(first.spoken("talk") == nil)
        try first.bench.persistence.end()
        try second.bench.persistence.end()
        #expect(try database.query("SELECT index FROM journal WHERE room = 'talk'") == ["1"])
    }
}
