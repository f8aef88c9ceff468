package import ClusterMembership
package import ClusterTraffic

/// A node and its rooms, for operators.
package struct ClusterStatus: Hashable, Sendable {
    /// A room that this node owns.
    package struct Room: Hashable, Sendable {
        package var name: String
        package var epoch: RoomEpoch
        /// Whether its members are told what happens; otherwise it waits for the lease or the journal.
        package var isSpeaking: Bool
    }

    /// A room of another owner, with connections of this node.
    package struct Followed: Hashable, Sendable {
        package var name: String
        /// Nil while it is searched.
        package var owner: NodeID?
        /// The epoch that members were told.
        package var epoch: RoomEpoch?
        package var connections: Int
        /// Time for which members have had no owner, or one that does not answer; 0 while it answers.
        package var waitMilliseconds: Int64
    }

    package var node: NodeID
    package var name: String
    /// Whether the node needs no lease, as it owns no rooms.
    package var isEdge: Bool
    package var phase: ClusterNode.Phase
    /// Whether the node has a lease.
    package var isLive: Bool
    package var isDraining: Bool
    /// The rest of the lease; nil without one.
    package var leaseMilliseconds: Int64?
    /// All registered nodes and edges that are known, this one first.
    package var nodes: [NodeStatus]
    /// Nodes that may be asked for rooms, this one included.
    package var owners: [NodeID]
    /// By name.
    package var rooms: [Room]
    /// By name.
    package var followed: [Followed]
    /// Rooms that this node owns and cannot serve, with the damage of their records.
    package var damaged: [String: String]
}
