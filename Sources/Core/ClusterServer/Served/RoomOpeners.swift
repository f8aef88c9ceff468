import ClusterTraffic

/// Nodes that have asked this node for a room and wait for the answer: each with the nonce of its newest question.
struct RoomOpeners: Sendable {
    private var nonces: [String: [NodeID: UInt64]] = [:]
    /// Rooms for which this node has asked itself.
    private var asking: Set<String> = []

    var isEmpty: Bool { nonces.isEmpty }

    /// Questions without an answer.
    var count: Int { nonces.values.reduce(0) { $0 + $1.count } }

    /// Rooms that other nodes asked for.
    var rooms: [String] { nonces.keys.sorted() }

    mutating func add(_ node: NodeID, nonce: UInt64, to room: String) { nonces[room, default: [:]][node] = nonce }

    /// Notes that this node asks itself, for its own members.
    mutating func addSelf(to room: String) { asking.insert(room) }

    /// Takes all nodes that wait for a room, and whether this one does.
    mutating func take(_ room: String) -> (others: [(node: NodeID, nonce: UInt64)], isOwn: Bool) {
        let others = (nonces.removeValue(forKey: room) ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        return (others, asking.remove(room) != nil)
    }

    mutating func gone(_ node: NodeID) {
        for room in nonces.keys { nonces[room]?[node] = nil }
        nonces = nonces.filter { !$0.value.isEmpty }
    }
}
