import ClusterMembership
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
        bench.send(
            .sideRequest(
                room: EdgeBench.room, MemberID(1), address, RequestID(600), .pages(from: PageIndex(0), count: 1)))
        #expect(bench.takeTold() == ["0: pages 1: refused 600 rate for 600"], "the loop counts requests for pages")
        #expect(bench.takeItems() == [])
        bench.sendDown(EdgeBench.ack(1, 1))
        bench.send(EdgeBench.request(1, limit + 2))
        #expect(bench.takeItems() == ["request 1 \(limit + 2) step"])
    }

    /// A link would end with it, and the next one, too.
    @Test func aRequestThatNoLinkCarriesIsRefused() {
        let settings = ClusterCoreSettings(
            node: NodeSettings(name: "e", formats: 1...1), cluster: Fixture.cluster, loops: 1)
        var audience = EdgeAudience(EdgeBench.room, settings)
        let seat = ReopenRequest(
            address: address, connection: ConnectionKey("c"), session: Session("s"), offsets: .none,
            answered: RequestID(1))
        audience.adopt([seat], of: RoomEpoch(number: 5, owner: Fixture.node(101)), at: Sequence(10))
        var output = ClusterOutput(cluster: Fixture.cluster, node: Fixture.node(1), codec: Fixture.codec) {
            Array(EdgeBench.text($0).utf8)
        }
        let item = UpItem.request(MemberID(1), address, RequestID(7), EdgeBench.step, nil)
        let limit = LinkFrame.maximumItemBytes
        let notes = [limit + 1, limit, limit].map {
            audience.note(item, RequestID(7), bytes: $0, of: address, into: &output)
        }
        #expect(notes == [false, true, false])
        var effects: [ClusterEffect] = []
        output.take(into: &effects)
        guard case .loop(0, .cluster(.messages(let messages)))? = effects.first else {
            Issue.record("expected refusals, got \(effects)")
            return
        }
        #expect(messages.map { EdgeBench.text($0) } == ["tooLarge", "rate"].map { "reply 1: refused 7 \($0) for 7" })
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
