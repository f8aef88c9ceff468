package import ClusterTraffic
import Support

/// The choice of a node for a room without asking: each node gets a weight for each room, and the largest wins. When a
/// node comes or goes, only the rooms that it wins move.
package enum Rendezvous {
    /// Nodes in the order in which they are to be asked for a room.
    package static func order(_ nodes: [NodeID], for room: String) -> [NodeID] {
        let hash = hash(room)
        return nodes.map { (weight: weight(of: $0, hash), node: $0) }
            .sorted { ($0.weight, $0.node) > ($1.weight, $1.node) }.map(\.node)
    }

    /// The node that is asked first.
    package static func first(of nodes: [NodeID], for room: String) -> NodeID? {
        let hash = hash(room)
        return nodes.max { (weight(of: $0, hash), $0) < (weight(of: $1, hash), $1) }
    }

    private static func weight(of node: NodeID, _ hash: UInt64) -> UInt64 {
        SeedStream(seed: hash, part: node.number).firstNumber
    }

    /// FNV-1a, the same in every version: nodes of two versions must agree.
    private static func hash(_ room: String) -> UInt64 {
        room.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}

extension SeedStream {
    fileprivate var firstNumber: UInt64 {
        var stream = self
        return stream.next()
    }
}
