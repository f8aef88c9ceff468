import PagingEngine
import PagingRoom
import Testing

@testable import ClusterServer

/// The tallies of edges, at the owner of a room.
@Suite struct ServedAudienceTests {
    private let one = Fixture.node(1)
    private let two = Fixture.node(2)

    private func tally(_ viewers: Int) -> AudienceTally {
        var tally = AudienceTally()
        (tally.viewers, tally.present) = (viewers, viewers)
        return tally
    }

    @Test func theNewestTallyOfEachEdgeCounts() {
        var audience = ServedAudience()
        for (node, viewers) in [(one, 5), (two, 7), (one, 6)] { _ = audience.take(tally(viewers), of: node) }
        #expect(audience.tally.viewers == 13)
        let removals = (0..<2).map { _ in audience.remove(one) }
        #expect(removals == [true, false])
        #expect(audience.tally.viewers == 7)
    }

    /// An edge that has forgotten the room meanwhile tells none.
    @Test func aTallyOfAnEarlierLinkEndsUnlessItIsToldAgain() {
        var audience = ServedAudience()
        for node in [one, two] {
            audience.linked(node)
            _ = audience.take(tally(5), of: node)
            let hasLost = audience.reopened(node)
            #expect(!hasLost)
            audience.linked(node)
        }
        #expect(audience.tally.viewers == 10)
        _ = audience.take(tally(4), of: one)
        let lost = [one, two].map { audience.reopened($0) }
        #expect(lost == [false, true])
        #expect(audience.tally.viewers == 4)
    }

    /// However often an edge asks: each answer costs the room numbers and a record.
    @Test func aLinkHasOneQuestionForNumbers() {
        var audience = ServedAudience()
        let first = audience.wantNumbers(one, nonce: 1)
        let repeated = audience.wantNumbers(one, nonce: 1)
        let later = audience.wantNumbers(one, nonce: 2)
        #expect([first, repeated, later] == [true, false, true])
        let links = (0..<3).map { _ in audience.takeNumberLink()?.nonce }
        #expect(links == [1, 2, nil])
        let next = audience.wantNumbers(one, nonce: 2)
        #expect(next)
    }
}
