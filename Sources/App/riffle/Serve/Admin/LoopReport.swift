import Metrics
import PagingServer

/// How one loop is.
struct LoopReport: Sendable {
    var metrics: ServerMetrics
    /// The rooms whose home it is; empty where nobody asked for them.
    var rooms: [RoomStatus]
    /// Whether it sends everybody away.
    var isGoingAway: Bool
}

extension LoopReport {
    /// What stands in front of all loops: whom it has turned away.
    init(refused: Int) {
        self.init(metrics: ServerMetrics(), rooms: [], isGoingAway: false)
        metrics.record(connectionsRefused: refused)
    }
}
