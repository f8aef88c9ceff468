/// A request to a fabric, which carries messages between the nodes of a cluster.
///
/// A fabric keeps the order of the messages of one publisher on one subject. It may lose any message; it loses none
/// without a later `connected`, unless the two nodes are cut off from each other.
package enum FabricCommand: Hashable, Sendable {
    case subscribe(Subject)
    case unsubscribe(Subject)
    /// At most `Envelope.maximumBytes`. The publisher gets its own message too if it subscribes to the subject.
    case publish([UInt8], to: Subject)
}

/// A fact from a fabric.
package enum FabricEvent: Hashable, Sendable {
    /// The fabric carries messages from now on, and all subscriptions count. What was published since `disconnected`
    /// is lost: owners of rooms send tails, edges ask for what they missed.
    case connected
    /// The fabric carries nothing until `connected`.
    case disconnected
    /// Anyone on the fabric may have published it: nothing is known of its bytes.
    case received([UInt8], on: Subject)
}
