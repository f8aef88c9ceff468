import PagingWire

/// The address of messages on the fabric. All who subscribe to a subject get what is published to it.
package enum Subject: Hashable, Sendable {
    /// For all nodes.
    case beat
    /// For one life of a node.
    case node(NodeID)
    /// From the owner of a room to all nodes with members of it.
    case out(room: String)

    /// `riffle.CLUSTER.beat`, `riffle.CLUSTER.node.ID` or `riffle.CLUSTER.out.ROOM`. Dots separate, so `~`, which no room
    /// may have in its name, stands for the dots of a room.
    package func text(in cluster: ClusterName) -> String {
        switch self {
        case .beat: "riffle.\(cluster).beat"
        case .node(let node): "riffle.\(cluster).node.\(node)"
        case .out(let room): "riffle.\(cluster).out.\(room.exchanging(".", for: "~"))"
        }
    }

    /// The subject that this text stands for in `cluster`; nil when it is none.
    package init?(_ text: String, in cluster: ClusterName) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count >= 3, parts[0] == "riffle", parts[1] == cluster.text else { return nil }
        switch (parts[2], parts.count) {
        case ("beat", 3): self = .beat
        case ("node", 4):
            guard let node = UInt64(parts[3]).flatMap({ NodeID($0) }), String(node.number) == parts[3] else {
                return nil
            }
            self = .node(node)
        case ("out", 4):
            let room = String(parts[3]).exchanging("~", for: ".")
            guard RoomName.isValid(room) else { return nil }
            self = .out(room: room)
        default: return nil
        }
    }
}

extension String {
    fileprivate func exchanging(_ old: Character, for new: Character) -> String {
        String(map { $0 == old ? new : $0 })
    }
}
