import PagingServer
import Platform

/// The way from a loop of a node to the cluster loop.
struct ClusterLink {
    private let loop: Int
    private let mailbox: ClusterMailbox
    private let state: NodeState
    /// Whether all rooms of this loop hold: no room has spoken since they were told to.
    private var isHolding = true

    init(loop: Int, mailbox: ClusterMailbox, state: NodeState) {
        (self.loop, self.mailbox, self.state) = (loop, mailbox, state)
    }

    func send(_ message: LoopMessage) { mailbox.push(.message(message, from: loop)) }

    /// Adapts the events of a turn to the lease. Without one all rooms hold, first of all, and none speaks: a command to
    /// speak may be older than the end of the lease. The cluster loop is told, so that rooms speak when the lease was
    /// renewed meanwhile.
    mutating func apply(leaseTo events: inout [ServerEvent]) {
        guard state.leaseEnd <= BootClock.milliseconds else { return isHolding = false }
        let count = events.count
        events.removeAll { if case .cluster(.speak) = $0 { true } else { false } }
        guard !isHolding || events.count < count else { return }
        if !isHolding { events.insert(.cluster(.leaseEnded), at: 0) }
        isHolding = true
        mailbox.push(.leaseEnded(loop: loop))
    }

    /// The clock of the loop.
    var clock: LoopClock { LoopClock(of: state) }

    /// Whether the node knows what time it is for members.
    var hasTime: Bool { state.timeLead != nil }

    /// Whether the node ends, and takes no new members.
    var isDraining: Bool { state.isDraining }

    /// The reason why the node takes no new members; nil while it does.
    var trouble: String? { state.trouble }
}
