import Metrics
import PagingServer
import Platform
import WebSocketLoop

/// The state of one loop.
struct LoopReport: Sendable {
    var metrics: ServerMetrics
    /// The rooms whose home is this loop; empty unless the request asks for them.
    var rooms: [RoomStatus]
    /// Members of this loop by room, wherever its home is; empty as above.
    var members: [String: Int] = [:]
    /// The age of the oldest record that is not committed, by room, in milliseconds; empty as above.
    var lags: [String: Int64] = [:]
    /// Whether the loop disconnects its members and ends.
    var isDraining: Bool
    /// The reason why writes do not reach the disk; nil while they do.
    var storeTrouble: String?
    /// The reason why the node has no part in its cluster; nil while it has, and for a single server.
    var clusterTrouble: String?
}

extension LoopReport {
    /// The report of the limiter in front of all loops.
    init(refusals: [ConnectionLimiter.Refusal: Int]) {
        self.init(metrics: ServerMetrics(), rooms: [], isDraining: false)
        for reason in ConnectionLimiter.Refusal.allCases {
            metrics.record(connectionsRefused: refusals[reason, default: 0], reason: "\(reason)")
        }
    }
}

/// A request to all loops for their reports; each loop answers on its own thread.
final class LoopReportRequest: Sendable {
    private let reports = Locked<[LoopReport]>([])

    func answer(_ report: LoopReport) {
        reports.change { $0.append(report) }
    }

    /// Sends a request to all `loops` and waits for the reports; nil when one loop has not answered in time. Its late
    /// report is dropped.
    static func send(
        to loops: [Mailbox<LoopCommand>], withRooms: Bool, withinMilliseconds milliseconds: Int64
    ) -> [LoopReport]? {
        let request = LoopReportRequest()
        for loop in loops { loop.push(.report(request, withRooms: withRooms)) }
        return request.reports.wait(milliseconds: milliseconds) { $0.count == loops.count ? $0 : nil }
    }
}
