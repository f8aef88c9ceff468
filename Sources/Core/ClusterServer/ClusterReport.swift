import ClusterMembership
import ClusterTraffic
package import Metrics

/// A node and its metrics at one moment, for operators.
package struct ClusterReport: Sendable {
    package var status: ClusterStatus
    package var metrics: ClusterMetrics
}

extension ClusterMetrics {
    /// Metrics at the start of a node: each reason is known to scrapers.
    static var atStart: ClusterMetrics {
        var metrics = ClusterMetrics()
        for reason in NodeEndReason.allCases { metrics.livesEnded.add(reason.rawValue, 0) }
        metrics.add(DropCounts())
        return metrics
    }

    /// Sets the present amounts that follow from the status.
    mutating func measure(_ status: ClusterStatus) {
        leaseMilliseconds = status.isEdge ? nil : status.leaseMilliseconds ?? 0
        nodes = [:]
        for node in status.nodes where !node.isOwn && !node.isEdge { nodes[PeerState(node), default: 0] += 1 }
        rooms = [:]
        for room in status.rooms { rooms[room.isSpeaking ? .owner : .holding, default: 0] += 1 }
        for room in status.followed { rooms[room.owner == nil ? .searching : .edge, default: 0] += 1 }
        rooms[.damaged] = status.damaged.count
        fabricLagMilliseconds = status.nodes.compactMap(\.beatLagMilliseconds).max() ?? 0
        roomWaitMilliseconds = status.followed.map(\.waitMilliseconds).max() ?? 0
    }

    mutating func add(_ drops: DropCounts) {
        for reason in DropReason.allCases { messagesDropped.add(reason.rawValue, UInt64(drops[reason])) }
    }
}

extension ClusterMetrics.PeerState {
    fileprivate init(_ node: NodeStatus) {
        self = !node.isLive ? .unheard : node.isDraining ? .draining : .live
    }
}
