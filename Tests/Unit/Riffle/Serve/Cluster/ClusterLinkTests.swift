import Platform
import Testing

@testable import riffle

/// The end of a lease, as a loop finds it.
@Suite struct ClusterLinkTests {
    private let mailbox = ClusterMailbox()
    private let state = NodeState()

    /// The loops that have told of an end, in order.
    private func reports() -> [Int] {
        mailbox.take(waitingMilliseconds: 0).compactMap { if case .leaseEnded(let loop) = $0 { loop } else { nil } }
    }

    @Test func theEndOfALeaseIsFoundOnce() {
        var link = ClusterLink(loop: 3, mailbox: mailbox, state: state)
        let now = BootClock.milliseconds
        var found = [link.takeLeaseEnd()]
        for end in [now + 3_600_000, now, now, now + 3_600_000, now - 1, now - 1] {
            state.leaseEnd = end
            found.append(link.takeLeaseEnd())
        }
        #expect(found == [false, false, true, false, false, true, false])
        #expect(reports() == [3, 3])
    }

    /// A node that has ended has no lease from then on, however long the last one would have lasted.
    @Test func aLeaseThatIsTakenAwayEnds() {
        var links = (0..<2).map { ClusterLink(loop: $0, mailbox: mailbox, state: state) }
        var found: [Bool] = []
        for end in [BootClock.milliseconds, NodeState.noLease] {
            state.leaseEnd = end
            for loop in links.indices { found.append(links[loop].takeLeaseEnd()) }
        }
        #expect(found == [true, true, true, true])
        #expect(reports() == [0, 1, 0, 1])
    }

    @Test func aNodeTakesMembersWithALeaseAndAConnection() {
        #expect(state.trouble == "no connection to NATS yet")
        state.fabricTrouble = nil
        #expect(state.trouble == "this node has no lease")
        state.leaseEnd = BootClock.milliseconds + 3_600_000
        #expect(state.trouble == nil)
        state.fabricTrouble = "no connection to NATS"
        #expect(state.trouble == "no connection to NATS")
    }
}
