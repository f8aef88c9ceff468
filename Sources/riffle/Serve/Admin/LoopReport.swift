import Metrics
import PagingServer

/// How one loop is.
struct LoopReport: Sendable {
    var metrics: ServerMetrics
    /// The rooms whose home it is; empty where nobody asked for them.
    var rooms: [RoomStanding]
    /// Whether it sends everybody away.
    var isGoingAway: Bool
}
