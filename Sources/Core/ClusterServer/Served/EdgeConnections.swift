import ClusterTraffic
import PagingRoom
import PagingServer

/// The connections of other nodes in the rooms of this node: to the homes, each is a connection of the cluster loop, with a
/// number of its own.
struct EdgeConnections: Sendable {
    /// A connection at an edge.
    struct Connection: Hashable, Sendable {
        let room: String
        let node: NodeID
        let address: Address
        /// Whether it is a viewer whom the home does not know, and that waits for one answer.
        var isVisitor = false
    }

    private struct EdgeInRoom: Hashable {
        let room: String
        let node: NodeID
    }

    private var connections: [PeerID: Connection] = [:]
    private var numbers: [EdgeInRoom: [Address: PeerID]] = [:]
    private var lastNumber: UInt64 = 0

    var count: Int { connections.count }

    subscript(peer: PeerID) -> Connection? { connections[peer] }

    /// The number of a connection; nil when it has none.
    func number(of address: Address, at node: NodeID, in room: String) -> PeerID? {
        numbers[EdgeInRoom(room: room, node: node)]?[address]
    }

    /// The number of a connection, which gets one now if it has none.
    mutating func number(adding address: Address, at node: NodeID, in room: String) -> PeerID {
        if let known = number(of: address, at: node, in: room) { return known }
        let peer = nextNumber()
        connections[peer] = Connection(room: room, node: node, address: address)
        numbers[EdgeInRoom(room: room, node: node), default: [:]][address] = peer
        return peer
    }

    /// A number for one answer to a viewer whom the home does not know.
    mutating func visit(_ address: Address, at node: NodeID, in room: String) -> PeerID {
        let peer = nextNumber()
        connections[peer] = Connection(room: room, node: node, address: address, isVisitor: true)
        return peer
    }

    /// Forgets those whose home is gone.
    mutating func removeVisitors(of room: String) {
        connections = connections.filter { !$0.value.isVisitor || $0.value.room != room }
    }

    /// A number that no connection has.
    mutating func nextNumber() -> PeerID {
        lastNumber += 1
        return PeerID(lastNumber)
    }

    mutating func remove(_ peer: PeerID) {
        guard let connection = connections.removeValue(forKey: peer), !connection.isVisitor else { return }
        let edge = EdgeInRoom(room: connection.room, node: connection.node)
        numbers[edge]?[connection.address] = nil
        if numbers[edge]?.isEmpty == true { numbers[edge] = nil }
    }

    /// The numbers of an edge's connections, oldest first.
    func numbers(at node: NodeID, in room: String) -> [PeerID] {
        (numbers[EdgeInRoom(room: room, node: node)]?.values).map { $0.sorted { $0.number < $1.number } } ?? []
    }
}
