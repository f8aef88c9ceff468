package import ClusterMembership
package import ClusterTraffic
import PagingEngine
package import PagingRoom
package import PagingServer
package import PagingWire

/// The options of the cluster loop of a node.
package struct ClusterCoreSettings: Sendable {
    package var node: NodeSettings
    package var cluster: ClusterName
    /// Loops that serve connections. The cluster loop has this number.
    package var loops: Int
    /// Rooms of the command line: they are created when they do not exist.
    package var rooms: [RoomSpec]
    /// The policy of a room that was created on demand, until a presenter changes it.
    package var policy = Policy.open
    /// Rooms of the cluster beyond which none is created.
    package var roomLimit = ServerSettings.standardRoomLimit
    /// Events that an edge or an owner keeps of a room, and their bytes. All rooms together keep
    /// `ServerSettings.historiesAtFullSize` times as many bytes at an edge, and at an owner.
    package var ringFrames = 1_024
    package var historyBytes = 4 << 20
    package var timing = ClusterTiming()
    /// For the welcome of viewers whom this node admits, as in `ServerSettings`.
    package var server = ""
    package var limits = Limits()
    package var retry = Retry(minimumMilliseconds: 0, maximumMilliseconds: 0)

    package init(node: NodeSettings, cluster: ClusterName, loops: Int, rooms: [RoomSpec] = []) {
        self.node = node
        self.cluster = cluster
        self.loops = loops
        self.rooms = rooms
    }

    /// The room as this node makes it from its journal.
    func spec(of room: String, _ loaded: LoadedRoom) -> RoomSpec {
        var spec =
            rooms.first { $0.name == room }
            ?? RoomSpec(
                name: room, supplier: .numbers, configuration: Configuration(.threePage), policy: policy,
                isOnDemand: true)
        spec.persisted = loaded.record
        return spec
    }

    /// An empty history that goes on after `sequence`.
    func ring(after sequence: Sequence) -> FrameRing {
        FrameRing(capacity: ringFrames, byteLimit: historyBytes, after: sequence)
    }
}

/// Times of edges and owners, in milliseconds.
package struct ClusterTiming: Hashable, Sendable {
    /// From one question for the owner of a room to the next.
    package var ask: Int64 = 500
    /// From one question for events that are missing to the next.
    package var since: Int64 = 100
    /// After so long without an owner members get a notice.
    package var notice: Int64 = 1_500
    /// After the last word of an owner, the newest event is told again.
    package var tails: [Int64] = [100, 400, 1_600]
    /// Connections of an edge without a link are kept for so long.
    package var lostLink: Int64 = 3_000
    /// A hand-over waits so long for the pager to come to rest.
    package var rest: Int64 = 2_000

    package init() {}
}
