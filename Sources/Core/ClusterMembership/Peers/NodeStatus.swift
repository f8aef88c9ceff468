package import ClusterTraffic

/// A registered node, or an edge, as another one, or the node itself, sees it.
package struct NodeStatus: Hashable, Sendable {
    package var id: NodeID
    package var name: String
    /// Whether it is the node that tells this.
    package var isOwn: Bool
    /// Whether it has members only: no row, no lease and no rooms.
    package var isEdge: Bool
    /// Whether its beats arrive; of the node itself, whether it takes part in the cluster.
    package var isLive: Bool
    package var isDraining: Bool
    /// Time since the first news of its newest beat; of the node itself, since the sending. Nil before the first.
    package var leaseAgeMilliseconds: Int64?
    /// Time since a beat of it came over the fabric. Nil before the first.
    package var beatLagMilliseconds: Int64?
}
