import ClusterMembership
import ClusterTraffic
import PagingEngine
import PagingRoom
import PagingServer
import Support

/// The rooms with connections of this node that it does not own.
struct EdgeRooms: Sendable {
    init(_ settings: ClusterCoreSettings, random: SeedStream) {}

    var nextDeadline: Instant? { nil }

    mutating func take(_ message: LoopMessage, of loop: Int, at now: Instant, into output: inout ClusterOutput) {}
    mutating func take(
        _ word: RoomMessage, from sender: NodeID, in node: ClusterNode, at now: Instant,
        into output: inout ClusterOutput
    ) {}
    mutating func take(
        _ frame: LinkFrame, from sender: NodeID, in node: ClusterNode, at now: Instant, into output: inout ClusterOutput
    ) {}
    mutating func gone(_ node: NodeID, at now: Instant) {}
    mutating func fabricConnected(at now: Instant) {}
    mutating func restart(at now: Instant) {}
    mutating func settle(in node: ClusterNode, at now: Instant, into output: inout ClusterOutput) {}
    mutating func takeWanted() -> [(room: String, known: UInt64, mayCreate: Bool)] { [] }
    mutating func elsewhere(_ room: String, owner: NodeID, epoch: UInt64, at now: Instant) {}
    mutating func refused(
        _ room: String, _ refusal: OpenRefusal, reason: String, at now: Instant, into output: inout ClusterOutput
    ) {}
    mutating func arrive(_ room: String, into output: inout ClusterOutput) -> [LoopMessage] { [] }
    mutating func depart(
        _ room: String, seats: [ReopenRequest], epoch: RoomEpoch, sequence: Sequence?, to next: NodeID?, at now: Instant
    ) {}
}
