import ClusterTraffic
import Testing

@testable import ClusterMembership

@Suite struct RendezvousTests {
    private let nodes = (1...5).map { Fixture.node($0 * 0x1234_5678_9ABC) }
    private let rooms = (0..<1_000).map { "room-\($0)" }

    @Test func roomsAreSpreadEvenly() {
        var counts: [NodeID: Int] = [:]
        for room in rooms {
            guard let node = Rendezvous.first(of: nodes, for: room) else { continue }
            counts[node, default: 0] += 1
        }
        #expect(counts.count == 5 && counts.values.allSatisfy { (150...250).contains($0) }, "\(counts)")
    }

    @Test func onlyTheRoomsOfALostNodeMove() {
        for room in rooms {
            let order = Rendezvous.order(nodes, for: room)
            #expect(order.first == Rendezvous.first(of: nodes.reversed(), for: room))
            #expect(Set(order) == Set(nodes))
            #expect(Array(order.dropFirst()) == Rendezvous.order(nodes.filter { $0 != order[0] }, for: room))
        }
        #expect(Rendezvous.first(of: [], for: "a") == nil)
    }

    /// All versions must agree.
    @Test func theOrderIsTheSameInEveryVersion() {
        let orders = ["a", "talk.main", "side"].map { room in
            Rendezvous.order((1...4).map { Fixture.node($0) }, for: room).map(\.number)
        }
        #expect(orders == [[1, 3, 2, 4], [3, 4, 2, 1], [3, 2, 1, 4]])
    }
}
