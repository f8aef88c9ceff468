import ClusterTraffic

/// Nodes that have asked this node for a room and wait for the answer: each with the nonce of its newest question.
struct RoomOpeners: Sendable {
    private var nonces: [String: [NodeID: UInt64]] = [:]

    var isEmpty: Bool { nonces.isEmpty }

    /// Rooms that were asked for.
    var rooms: [String] { nonces.keys.sorted() }

    mutating func add(_ node: NodeID, nonce: UInt64, to room: String) { nonces[room, default: [:]][node] = nonce }

    /// Takes all who wait for a room.
    mutating func take(_ room: String) -> [(node: NodeID, nonce: UInt64)] {
        (nonces.removeValue(forKey: room) ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    mutating func gone(_ node: NodeID) {
        for room in nonces.keys { nonces[room]?[node] = nil }
        nonces = nonces.filter { !$0.value.isEmpty }
    }
}
