import ClusterTraffic
import PagingEngine
import Support

/// A client of the fabric that belongs to no node of the world, and publishes what no link may pass on.
struct LinkStranger {
    static let cluster = name("test")
    private static let otherCluster = name("other")
    private static let item = [UInt8](repeating: 0xEE, count: 20)

    let client: Int
    let id: NodeID
    /// The two ends of the link.
    let ids: [NodeID]

    private static func name(_ text: String) -> ClusterName {
        guard let name = ClusterName(text) else { preconditionFailure("\(text) names a cluster.") }
        return name
    }

    /// The bytes of a message to a node with this link.
    func message(_ kind: ForeignMessage, to node: Int, key: LinkKey, _ random: inout SeedStream) -> [UInt8] {
        let isDown = LinkNode.direction(1 - node) == .down
        var frame = LinkFrame(key, first: 1, acknowledged: 0, items: [], valid: isDown ? LinkNode.valid : nil)
        frame.first = UInt64(random.within(1...40))
        frame.items = [LinkStranger.item]
        switch kind {
        case .noise: return (0..<random.within(0...60)).map { _ in UInt8(random.within(0...255)) }
        case .otherVersion:
            var bytes = envelope(frame.bytes, from: ids[1 - node])
            bytes[2] = 2
            return bytes
        case .otherCluster: return envelope(frame.bytes, from: ids[1 - node], in: LinkStranger.otherCluster)
        case .ownSender: return envelope(frame.bytes, from: ids[node])
        case .otherSender: return envelope(frame.bytes, from: id)
        case .otherLife:
            frame.key = LinkKey(room: key.room, epoch: key.epoch, nonce: key.nonce &+ 1_000_000)
            // In a world that ignores the nonce this is an item of another life.
            return envelope(frame.bytes, from: ids[1 - node])
        case .brokenFrame:
            return envelope(Array(frame.bytes.dropLast(Int(random.within(1...30)))), from: ids[1 - node])
        case .earlyAcknowledgement:
            frame.acknowledged = .max
            return envelope(frame.bytes, from: ids[1 - node])
        case .lonePart:
            let parts = Messenger(cluster: LinkStranger.cluster, node: id).largeParts(random.next())
            return parts[Int(random.within(0...1))]
        }
    }

    /// First parts of large messages, each from another sender: more bytes than a node keeps.
    func flood(_ random: inout SeedStream) -> [[UInt8]] {
        (0..<80).map { _ in
            let sender = NodeID.random(using: &random)
            return Messenger(cluster: LinkStranger.cluster, node: sender).largeParts(random.next())[0]
        }
    }

    private func envelope(_ payload: [UInt8], from sender: NodeID, in cluster: ClusterName = cluster) -> [UInt8] {
        Envelope(cluster: cluster, sender: sender, content: .whole(payload)).bytes
    }
}

extension Messenger {
    /// The two messages of a payload in two parts.
    fileprivate func largeParts(_ number: UInt64) -> [[UInt8]] {
        var sender = self
        let payload = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: Envelope.maximumPayloadBytes + 1)
        return sender.send(payload, to: .beat).compactMap { command in
            guard case .publish(let bytes, _) = command else { return nil }
            return bytes
        }
    }
}
