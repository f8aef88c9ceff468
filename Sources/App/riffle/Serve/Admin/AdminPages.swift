import Metrics
import PagingServer
import WebSocketLoop

/// The pages of the admin listener, made from the reports of the loops.
enum AdminPages {
    static let paths = ["/healthz", "/readyz", "/metrics", "/rooms"]

    /// Whether the page at `path` lists the rooms.
    static func needsRooms(_ path: String) -> Bool { path == "/rooms" }

    /// - Parameters:
    ///   - reports: one for each loop; nil when a loop has not answered in time.
    ///   - process: the process at this moment.
    ///   - cluster: nil for a single server.
    static func page(
        _ path: String, _ reports: [LoopReport]?, _ process: ProcessMetrics, cluster: ClusterMetrics? = nil
    ) -> HTTPResponse {
        guard let reports else { return HTTPResponse(status: 503, text: "a loop does not answer") }
        switch path {
        case "/healthz": return HTTPResponse(status: 200, text: "alive")
        case "/readyz":
            return readiness(
                isDraining: reports.contains(where: \.isDraining),
                isOutOfDescriptors: DescriptorLimit.isReached(
                    used: process.openDescriptors, allowed: process.maximumDescriptors),
                storeTrouble: reports.lazy.compactMap(\.storeTrouble).first,
                clusterTrouble: reports.lazy.compactMap(\.clusterTrouble).first)
        case "/metrics":
            var metrics = ServerMetrics()
            for report in reports { metrics.merge(report.metrics) }
            let text = metrics.text + (cluster?.text ?? "") + process.text
            return HTTPResponse(status: 200, contentType: ServerMetrics.contentType, body: Array(text.utf8))
        case "/rooms": return rooms(reports.flatMap(\.rooms))
        default: return notFound
        }
    }

    /// Whether the server takes new members: not while it ends, without a descriptor for a newcomer, nor while its store
    /// fails, as a join waits for the store, nor while it has no part in its cluster.
    static func readiness(
        isDraining: Bool, isOutOfDescriptors: Bool, storeTrouble: String?, clusterTrouble: String?
    ) -> HTTPResponse {
        if isDraining { return HTTPResponse(status: 503, text: "going away") }
        if isOutOfDescriptors { return HTTPResponse(status: 503, text: "out of descriptors") }
        if let storeTrouble { return HTTPResponse(status: 503, text: "the store fails: \(storeTrouble)") }
        if let clusterTrouble { return HTTPResponse(status: 503, text: "the cluster fails: \(clusterTrouble)") }
        return HTTPResponse(status: 200, text: "ready")
    }

    static let notFound = HTTPResponse(status: 404, text: "there is " + paths.joined(separator: ", "))

    private struct Row: Encodable {
        let name: String
        let members: Int
        let seq: Int64
        let phase: String
        let locked: Bool
        /// Absent for a sound room.
        let damage: String?
    }

    private static func rooms(_ statuses: [RoomStatus]) -> HTTPResponse {
        let rows = statuses.sorted { $0.name < $1.name }.map {
            Row(
                name: $0.name, members: $0.members, seq: $0.sequence.number, phase: $0.phase.rawValue,
                locked: $0.isLocked, damage: $0.damage)
        }
        return HTTPResponse(status: 200, json: ["rooms": rows])
    }
}
