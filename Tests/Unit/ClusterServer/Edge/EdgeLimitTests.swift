import ClusterTraffic
import PagingEngine
import PagingRoom
import PagingServer
import Testing

@testable import ClusterServer

@Suite struct EdgeLimitTests {
    private let address = Fixture.address(0, 1)

    @Test func tooManyRequestsWithoutAnAnswerAreRefused() {
        var bench = EdgeBench.joined()
        let limit = Int64(EdgeSeats.unansweredItems)
        for id in 1...limit { bench.send(EdgeBench.request(1, id)) }
        bench.forgetOutput()
        bench.send(EdgeBench.request(1, limit + 1))
        #expect(bench.takeTold() == ["0: reply 1: refused \(limit + 1) rate for \(limit + 1)"])
        bench.send(.pages(room: EdgeBench.room, MemberID(1), address, RequestID(600), from: PageIndex(0), count: 1))
        #expect(bench.takeTold() == ["0: pages 1: refused 600 rate for 600"], "the loop counts requests for pages")
        #expect(bench.takeItems() == [])
        bench.sendDown(EdgeBench.ack(1, 1))
        bench.send(EdgeBench.request(1, limit + 2))
        #expect(bench.takeItems() == ["request 1 \(limit + 2) step"])
    }

    /// More seats than a link has items.
    @Test func aLargeRoomIsNamedToAnotherOwnerInPortions() {
        var bench = EdgeBench()
        let peers = 1...UInt64(3 * LinkLimits.items)
        for peer in peers { bench.send(EdgeBench.join(peer)) }
        bench.open(bench.epoch(5), at: 10)
        #expect(bench.takeItems().count == peers.count + 1)
        for peer in peers { bench.sendDown(EdgeBench.granted(peer, at: 10)) }
        bench.change { [owner = bench.owner] edge, now, _ in edge.gone(owner, at: now) }
        bench.forgetOutput()
        bench.open(bench.epoch(6, of: bench.owners[1]), at: 10)
        #expect(bench.takeItems() == peers.map { "reopen \($0) after 1" } + ["reopened"])
    }
}
