import ClusterTraffic
import PagingEngine
import Testing

@testable import ClusterServer

@Suite struct OwnerSearchTests {
    private let nodes = [Fixture.node(1), Fixture.node(2), Fixture.node(3)]

    private func at(_ milliseconds: Int64) -> Instant { Instant(milliseconds: milliseconds) }

    private func next(_ search: inout OwnerSearch, at milliseconds: Int64 = 0) -> NodeID? {
        search.next(in: nodes, mayCreate: false, after: 500, at: at(milliseconds))
    }

    @Test func theHintComesFirstThenAllOthersInOrder() {
        var search = OwnerSearch(nonce: 1, hint: nodes[1], at: at(0))
        #expect(search.askAt == at(0))
        let asked = (0..<6).map { next(&search, at: $0 * 500) }
        #expect(asked == [nodes[1], nodes[0], nodes[2], nodes[0], nodes[1], nodes[2]])
        #expect(search.askAt == at(3_000))
    }

    @Test func aNodeThatIsNamedIsAskedAtOnceButNotInCircles() {
        var search = OwnerSearch(nonce: 1, hint: nil, at: at(0))
        #expect(next(&search) == nodes[0])
        for number in 1...4 {
            search.redirect(to: nodes[number % 2], at: at(10))
            #expect(search.askAt == at(10))
            #expect(next(&search, at: 10) == nodes[number % 2])
        }
        search.redirect(to: nodes[1], at: at(20))
        #expect(search.askAt == at(510), "it waits for the ordinary time")
        #expect(next(&search, at: 510) == nodes[1])
        search.redirect(to: nodes[2], at: at(520))
        #expect(search.askAt == at(520), "and may be redirected again")
    }

    @Test func aNodeThatIsGoneIsNotAsked() {
        var search = OwnerSearch(nonce: 1, hint: nil, at: at(0))
        #expect(next(&search) == nodes[0])
        search.redirect(to: nodes[2], at: at(1))
        search.restart(without: nodes[2], at: at(2))
        #expect(next(&search, at: 2) == nodes[0], "all are asked again")
    }

    @Test func noNodesAreNotAsked() {
        var search = OwnerSearch(nonce: 1, hint: nil, at: at(0))
        #expect(search.next(in: [], mayCreate: false, after: 500, at: at(0)) == nil)
        #expect(search.askAt == at(500))
    }
}
