import ClusterTraffic
import PagingEngine
import Support

@testable import ClusterMembership

/// Rooms of a node whose statements a test answers.
struct RoomBench {
    var rooms = OwnedRooms(LeaseTiming(), random: SeedStream(seed: 3))
    var view = RoomView(
        node: Fixture.node(5), isLive: true, mayClaim: true, owners: [Fixture.node(5)], format: 3, writtenFormat: 2)
    var now = Fixture.at(1_000)
    var effects: [RoomEffect] = []

    mutating func send(_ event: RoomEvent) {
        effects = []
        rooms.handle(event, at: now, in: view, into: &effects)
    }

    var statement: RoomStatement? {
        effects.compactMap { effect -> RoomStatement? in
            guard case .execute(let statement) = effect else { return nil }
            return statement
        }.last
    }

    mutating func answer(_ outcome: RoomOutcome) {
        guard let statement else { return }
        send(.answered(statement, outcome))
    }

    mutating func tick(after milliseconds: Int64 = 0) {
        now = now.advanced(byMilliseconds: milliseconds)
        send(.tick)
    }

    func row(_ room: String, _ owner: NodeID? = nil, epoch: UInt64 = 6, format: UInt32 = 2) -> RoomRow {
        RoomRow(room: room, owner: owner, epoch: epoch, format: format)
    }

    func owned(_ room: String, epoch: UInt64 = 9, fence: UInt64 = 10) -> OwnedRoom {
        OwnedRoom(room: room, epoch: epoch, fence: fence)
    }

    /// A node that speaks in the room `a`, and has nothing in flight.
    static func speaking() -> RoomBench {
        var bench = RoomBench()
        bench.send(.opened("a", known: 4))
        bench.answer(.rows([bench.row("a")]))
        bench.answer(.owned([bench.owned("a")]))
        bench.answer(.loaded)
        bench.answer(.rows([]))
        return bench
    }
}
