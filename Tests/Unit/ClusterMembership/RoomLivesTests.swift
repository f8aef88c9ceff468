import ClusterTraffic
import Testing

@testable import ClusterMembership

/// Rooms of a node whose former life ended.
@Suite struct RoomLivesTests {
    @Test func aLateClaimOfAFormerLifeIsIgnored() {
        var bench = RoomBench()
        bench.send(.opened("a", known: 4))
        bench.answer(.rows([bench.row("a")]))
        let claim = bench.statement
        bench.send(.ended)
        bench.view.node = Fixture.node(6)
        guard let claim else { return }
        bench.send(.answered(claim, .owned([bench.owned("a")])))
        #expect(bench.rooms.names.isEmpty && bench.statement == .readQuiet(Fixture.node(6)))
    }

    /// The rooms that it returns belong to no life that goes on.
    @Test func newFencesOfAFormerLifeAreIgnored() {
        var bench = RoomBench.speaking()
        bench.send(.journalLost)
        let refence = bench.statement
        bench.view.isLive = false
        bench.view.mayClaim = false
        bench.send(.ended)
        guard let refence else { return }
        bench.send(.answered(refence, .owned([bench.owned("a", fence: 30)])))
        #expect(bench.rooms.names.isEmpty)
        bench.view.node = Fixture.node(6)
        bench.view.isLive = true
        bench.tick()
        #expect(bench.effects == [.execute(.refence(Fixture.node(6)))] && bench.rooms.spoken.isEmpty)
    }

    /// The store appends nothing, and counts as failing, until somebody has asked for new fences.
    @Test(arguments: [RoomEvent.journalLost, .tick]) func aLossInAFormerLifeIsMendedByTheNext(event: RoomEvent) {
        var bench = RoomBench.speaking()
        bench.send(.opened("b", known: 0))
        let statement = bench.statement
        bench.send(event)
        bench.view.isLive = false
        bench.view.mayClaim = false
        bench.send(.ended)
        guard let statement else { return }
        bench.send(.answered(statement, .unknown))
        bench.view.node = Fixture.node(6)
        bench.view.isLive = true
        bench.view.mayClaim = true
        bench.tick(after: 300)
        #expect(bench.statement == .refence(Fixture.node(6)))
        bench.answer(.owned([]))
        #expect(bench.rooms.names.isEmpty && bench.statement != .refence(Fixture.node(6)))
    }
}
