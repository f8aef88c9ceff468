import PagingServer
import Platform

/// The way from a loop of a node to the cluster loop.
struct ClusterLink {
    private let loop: Int
    private let mailbox: ClusterMailbox
    private let state: NodeState
    /// The lease whose end this loop has noticed.
    private var endedLease = NodeState.noLease

    init(loop: Int, mailbox: ClusterMailbox, state: NodeState) {
        (self.loop, self.mailbox, self.state) = (loop, mailbox, state)
    }

    func send(_ message: LoopMessage) { mailbox.push(.message(message, from: loop)) }

    /// Whether the loop must hold all its rooms now: true once for the end of each lease. The cluster loop is told, so that
    /// rooms speak again when the lease was renewed meanwhile.
    mutating func takeLeaseEnd() -> Bool {
        let end = state.leaseEnd
        guard end != endedLease, end <= BootClock.milliseconds else { return false }
        endedLease = end
        mailbox.push(.leaseEnded(loop: loop))
        return true
    }

    /// Whether the node ends, and takes no new members.
    var isDraining: Bool { state.isDraining }

    /// The reason why the node takes no new members; nil while it does.
    var trouble: String? { state.trouble }
}
