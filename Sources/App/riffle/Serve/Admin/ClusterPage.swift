import ClusterServer
import ClusterTraffic
import Metrics

/// The answer to `riffle admin cluster`: the nodes that this one knows, and the rooms that it owns or has members in.
struct ClusterPage: Codable, Equatable {
    struct NodeEntry: Codable, Equatable {
        /// A number of 63 bits, as text.
        var id: String
        var name: String
        /// Whether it is the node that was asked.
        var isThis: Bool
        /// Whether it owns no rooms, and has members only.
        var isEdge = false
        /// Whether its beats arrive; of this node, whether it takes part in the cluster.
        var isLive: Bool
        var isDraining: Bool
        /// Absent before the first beat.
        var leaseAgeMilliseconds: Int64?
        /// Absent before the first beat that came through NATS.
        var beatLagMilliseconds: Int64?
    }

    struct RoomEntry: Codable, Equatable {
        var name: String
        /// Absent before this node knows one.
        var epoch: String?
        /// The name of the node that owns it; absent while none is known.
        var owner: String?
        /// The part of this node: owner, holding, damaged, edge, searching.
        var role: String
        /// Members connected to this node.
        var members: Int
        /// The age of the oldest record that is not committed or, at an edge, the time for which the owner is missing.
        var lagMilliseconds: Int64
    }

    /// The node that was asked first.
    var nodes: [NodeEntry]
    /// By name.
    var rooms: [RoomEntry]
}

extension ClusterPage {
    /// - Parameter reports: those of all loops, with rooms.
    init(_ status: ClusterStatus, _ reports: [LoopReport]) {
        nodes = status.nodes.map {
            NodeEntry(
                id: $0.id.description, name: $0.name, isThis: $0.isOwn, isEdge: $0.isEdge, isLive: $0.isLive,
                isDraining: $0.isDraining, leaseAgeMilliseconds: $0.leaseAgeMilliseconds,
                beatLagMilliseconds: $0.beatLagMilliseconds)
        }
        let names = Dictionary(status.nodes.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        func members(_ room: String) -> Int { reports.reduce(0) { $0 + ($1.members[room] ?? 0) } }
        func row(_ name: String, _ epoch: RoomEpoch?, _ owner: NodeID?, _ role: ClusterMetrics.RoomRole) -> RoomEntry {
            RoomEntry(
                name: name, epoch: epoch?.description, owner: owner.map { names[$0] ?? $0.description },
                role: role.rawValue, members: members(name),
                lagMilliseconds: reports.compactMap { $0.lags[name] }.max() ?? 0)
        }
        let owned = status.rooms.map { row($0.name, $0.epoch, status.node, $0.isSpeaking ? .owner : .holding) }
        let damaged = status.damaged.keys.map { row($0, nil, status.node, .damaged) }
        let followed = status.followed.map { room in
            var row = row(room.name, room.epoch, room.owner, room.owner == nil ? .searching : .edge)
            row.lagMilliseconds = room.waitMilliseconds
            return row
        }
        rooms = (owned + damaged + followed).sorted { $0.name < $1.name }
    }
}
