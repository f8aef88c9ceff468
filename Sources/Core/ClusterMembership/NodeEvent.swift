package import ClusterTraffic

/// A fact for a node.
package enum NodeEvent: Hashable, Sendable {
    case start
    /// The time of `nextDeadline` has come.
    case tick
    case received(NodeMessage, from: NodeID)
    case answered(NodeStatement, NodeOutcome)
    /// Own no more rooms than there are, and take none.
    case drain
    /// End for good: all rooms were handed over, or there is no time for that.
    case leave
}

/// A request of a node to its shell.
package enum NodeEffect: Hashable, Sendable {
    case execute(NodeStatement)
    case send(NodeMessage, to: Subject)
    /// A life begins, with this id: subscribe to its subject, and to none of an earlier life.
    case began(NodeID)
    /// The node may speak from now on, as long as `valid(at:)` is not nil.
    case live
    /// The lease has run out: homes hold back until `live`.
    case silent
    /// The life has ended: forget all homes at once, and say nothing more before the next statement is executed.
    case ended(NodeEndReason)
    /// Another node's row is gone: its rooms may be claimed.
    case gone(NodeID)
    /// The row of this node is gone, and it will not return.
    case left
}
