import ClusterTraffic
import PagingEngine
import PagingRoom
import PagingServer
import PagingWire
import Testing

@testable import ClusterServer

/// Links of an owner whose lease has ended.
@Suite struct ServedLeaseTests {
    @Test func aLinkDoesNotAgeWithoutALease() {
        var bench = ServedBench.serving()
        bench.send(ServedBench.join(1))
        bench.take()
        bench.isLive = false
        bench.say(.reply(PeerID(2), [1], answers: nil))
        bench.run(10_000)
        #expect(bench.words.isEmpty && bench.talk.isEmpty)
        bench.isLive = true
        bench.change { _, _ in }
        guard case .reply(ServedBench.address(1), [1], nil)? = bench.receive().last else {
            Issue.record("expected what was said without a lease")
            return
        }
        bench.run(1_999)
        #expect(!bench.hasRefused)
        bench.run(1)
        #expect(bench.hasRefused && bench.talk.isEmpty)
    }

    /// Without a lease there is no link for the connections.
    @Test func connectionsWithoutALinkStayWhileThereIsNoLease() {
        var bench = ServedBench.serving()
        bench.send(ServedBench.join(1))
        bench.say(.reply(PeerID(2), [1], answers: nil))
        bench.take()
        bench.run(2_000)
        #expect(bench.hasRefused)
        bench.isLive = false
        bench.run(10_000)
        #expect(bench.talk.isEmpty)
        bench.isLive = true
        bench.change { _, _ in }
        bench.run(2_999)
        #expect(bench.talk.isEmpty)
        bench.run(1)
        #expect(bench.talk == ["withdrawn 1-2"])
    }
}
