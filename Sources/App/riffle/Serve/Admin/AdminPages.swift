import Foundation
import Metrics
import PagingServer
import WebSocketLoop

/// The pages of the admin listener, made from the reports of the loops.
enum AdminPages {
    static let paths = ["/healthz", "/readyz", "/metrics", "/rooms"]

    /// Whether the page at `path` lists the rooms.
    static func needsRooms(_ path: String) -> Bool { path == "/rooms" }

    /// - Parameter reports: one for each loop; nil when a loop has not answered in time.
    static func page(_ path: String, _ reports: [LoopReport]?) -> HTTPResponse {
        guard let reports else { return HTTPResponse(status: 503, text: "a loop does not answer") }
        switch path {
        case "/healthz": return HTTPResponse(status: 200, text: "alive")
        case "/readyz":
            let isDraining = reports.contains(where: \.isDraining)
            return HTTPResponse(status: isDraining ? 503 : 200, text: isDraining ? "going away" : "ready")
        case "/metrics":
            var metrics = ServerMetrics()
            for report in reports { metrics.merge(report.metrics) }
            return HTTPResponse(status: 200, contentType: ServerMetrics.contentType, body: Array(metrics.text.utf8))
        case "/rooms": return rooms(reports.flatMap(\.rooms))
        default: return notFound
        }
    }

    /// The answer to a `Host` that the rule forbids.
    static let wrongHost = HTTPResponse(
        status: 403, text: "ask for an address, for localhost, or for the name of --admin")

    static let notFound = HTTPResponse(status: 404, text: "there is " + paths.joined(separator: ", "))

    private struct Row: Encodable {
        let name: String
        let members: Int
        let seq: Int64
        let phase: String
    }

    private static func rooms(_ statuses: [RoomStatus]) -> HTTPResponse {
        let rows = statuses.sorted { $0.name < $1.name }.map {
            Row(name: $0.name, members: $0.members, seq: $0.sequence.number, phase: $0.phase.rawValue)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        guard let body = try? encoder.encode(["rooms": rows]) else {
            return HTTPResponse(status: 500, text: "the rooms cannot be encoded")
        }
        return HTTPResponse(status: 200, contentType: "application/json", body: Array(body) + [UInt8(ascii: "\n")])
    }
}
