import ClusterTraffic
import PagingEngine
import Testing

@testable import ClusterMembership

/// An edge: no row, no lease, and nobody in the database who tells of its end.
@Suite struct NodeWithoutRowTests {
    private let other = Fixture.node(9)

    /// Answers the pings of an edge as an owner does.
    private func answerPings(of bench: inout NodeBench) {
        for case .send(.ping(let reading), to: _) in bench.effects {
            let answer = ClockReading(nonce: reading.nonce, boot: Fixture.at(7), cluster: Fixture.at(90_000))
            bench.send(.received(.pong(answer), from: other))
        }
    }

    @Test func anEdgeHasNoRowAndLearnsTheTimeFromOwners() {
        var bench = NodeBench("edge", role: .edge)
        #expect(bench.core.phase == .registered && bench.statements.isEmpty)
        bench.send(.received(.beat(Fixture.beat("b", 4)), from: other))
        bench.run(to: 1_250)
        answerPings(of: &bench)
        #expect(bench.core.clusterTime(at: bench.now) == Fixture.at(90_000))
        bench.run(to: 20_000)
        #expect(bench.statements.isEmpty && bench.core.valid(at: bench.now) == nil)
        bench.send(.leave)
        #expect(bench.core.phase == .gone)
        #expect(bench.effects.contains(.send(.gone(bench.core.id), to: .beat)))
    }

    @Test func anEdgeTakesPartWhileItHearsAnOwnerAndKnowsTheTime() {
        var bench = NodeBench("edge", role: .edge)
        bench.send(.received(.beat(Fixture.beat("c", 0, role: .edge)), from: Fixture.node(99)))
        bench.send(.received(.beat(Fixture.beat("b", 4)), from: other))
        #expect(bench.core.servesUntil(at: bench.now) == nil, "the time is not known")
        bench.run(to: 1_250)
        answerPings(of: &bench)
        #expect(bench.core.servesUntil(at: bench.now) == Fixture.at(2_000))
        #expect(bench.core.statuses(at: bench.now).map(\.isEdge) == [true, false, true])
        #expect(bench.core.statuses(at: bench.now).allSatisfy { $0.isLive })
        bench.run(to: 1_900)
        bench.send(.received(.beat(Fixture.beat("c", 0, role: .edge)), from: Fixture.node(99)))
        bench.run(to: 2_000)
        #expect(bench.core.servesUntil(at: bench.now) == nil, "another edge owns nothing")
    }

    /// No row tells an edge of the end of another node, and nobody of that of an edge.
    @Test func aNodeWithoutARowIsGoneWhenItIsNotHeard() {
        var bench = NodeBench.live()
        bench.send(.received(.beat(Fixture.beat("edge", 0, role: .edge)), from: other))
        bench.send(.received(.beat(Fixture.beat("b", 4)), from: Fixture.node(99)))
        bench.renew(to: 2_750)
        #expect(!bench.effects.contains(.gone(other)))
        bench.renew(to: 3_250)
        #expect(bench.effects.filter { $0 == .gone(other) }.count == 1)
        #expect(bench.core.statuses(at: bench.now).map(\.name) == ["a", "b"], "the database tells of an owner's end")

        var edge = NodeBench("edge", role: .edge)
        edge.send(.received(.beat(Fixture.beat("b", 4)), from: other))
        edge.run(to: 3_250)
        #expect(edge.effects.filter { $0 == .gone(other) }.count == 1)
        #expect(edge.core.statuses(at: edge.now).map(\.name) == ["edge"])
    }
}
