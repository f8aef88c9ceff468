package import PagingEngine

/// Payloads of any size over a fabric: wraps and splits what a node sends, checks and joins what it receives.
package struct Messenger: Sendable {
    /// A payload that another node sent; a beat may be this node's own.
    package struct Message: Hashable, Sendable {
        package let sender: NodeID
        package let subject: Subject
        package let payload: [UInt8]
    }

    package let cluster: ClusterName
    package let node: NodeID
    /// Received messages and parts that were dropped.
    package private(set) var drops = DropCounts()
    private var joiner: PartJoiner
    private var lastNumber: UInt64 = 0

    package init(cluster: ClusterName, node: NodeID, limits: PartJoiner.Limits = PartJoiner.Limits()) {
        self.cluster = cluster
        self.node = node
        joiner = PartJoiner(limits: limits)
    }

    /// Bytes of incomplete messages.
    package var heldBytes: Int { joiner.heldBytes }

    /// The next time at which `expire` has something to do.
    package var nextDeadline: Instant? { joiner.nextDeadline }

    /// The messages that carry a payload of at most `Part.maximumTotalBytes`; empty for a larger one.
    package mutating func send(_ payload: [UInt8], to subject: Subject) -> [FabricCommand] {
        guard payload.count > Envelope.maximumPayloadBytes else {
            return [.publish(envelope(.whole(payload)), to: subject)]
        }
        guard payload.count <= Part.maximumTotalBytes else { return [] }
        lastNumber += 1
        return Part.parts(of: payload, number: lastNumber).map { .publish(envelope(.part($0)), to: subject) }
    }

    /// The message that these bytes are or complete.
    package mutating func receive(_ bytes: [UInt8], on subject: Subject, at now: Instant) -> Message? {
        do throws(EnvelopeError) {
            let envelope = try Envelope(bytes)
            guard envelope.cluster == cluster else { throw EnvelopeError(reason: .cluster) }
            guard envelope.sender != node || subject == .beat else { throw EnvelopeError(reason: .ownSender) }
            let payload: [UInt8]? =
                switch envelope.content {
                case .whole(let payload): payload
                case .part(let part): joiner.add(part, from: envelope.sender, at: now, dropping: &drops)
                }
            return payload.map { Message(sender: envelope.sender, subject: subject, payload: $0) }
        } catch {
            drops.add(error.reason)
            return nil
        }
    }

    package mutating func expire(at now: Instant) {
        joiner.expire(at: now, dropping: &drops)
    }

    private func envelope(_ content: Envelope.Content) -> [UInt8] {
        Envelope(cluster: cluster, sender: node, content: content).bytes
    }
}
