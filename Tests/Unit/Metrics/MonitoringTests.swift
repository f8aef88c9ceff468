import Foundation
import TestPeers
import TestSupport
import Testing

@testable import Metrics

/// The page of metrics, the dashboard and the alert rules name metrics that exist.
@Suite struct MonitoringTests {
    /// All families of a scrape, in order.
    private static func families() throws -> [Exposition.Family] {
        let process = ProcessMetrics(version: "1.0", subprotocol: "riffle.v1")
        let load = LoadMetrics(title: "", seed: 1).families.prometheusText
        return try Exposition(ServerMetrics().text + ClusterMetrics().text + process.text + load).families
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: Repository.file(path), encoding: .utf8)
    }

    @Test func thePageListsEveryMetric() throws {
        let expected = try Self.families().map { "| `\($0.name)` | \($0.type) | \($0.help) |" }
        let rows = try Self.text("docs/metrics.md").split(separator: "\n").filter { $0.hasPrefix("| `") }.map(
            String.init)
        #expect(rows == expected, "expected the rows\n\(expected.joined(separator: "\n"))")
    }

    @Test(arguments: ["rules.yml", "rules.test.yml", "dashboard.json", "dashboard-load.json"]) func everyMetricExists(
        file: String
    ) throws {
        let families = try Self.families()
        let known = Set(
            families.flatMap { family in
                let suffixes = family.type == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
                return suffixes.map { family.name + $0 }
            })
        let names = Set(
            try Self.text("Docker/monitoring/\(file)").matches(of: /\b(?:riffle|process)_[a-z_]+/).map { String($0.0) })
        #expect(names.count > 5)
        #expect(names.subtracting(known).isEmpty, "\(names.subtracting(known))")
    }

    @Test func everyAlertIsTested() throws {
        let alerts = try Self.text("Docker/monitoring/rules.yml").matches(of: /alert: (\w+)/).map { String($0.1) }
        let tests = try Self.text("Docker/monitoring/rules.test.yml")
        #expect(alerts.count == 18 && alerts.allSatisfy { tests.contains("alertname=\"\($0)\"") }, "\(alerts)")
    }

    /// Compose mounts each file, so that Grafana shows it.
    @Test(arguments: ["dashboard.json", "dashboard-load.json"]) func aDashboardIsWellFormed(file: String) throws {
        #expect(try Self.text("Docker/monitoring/compose.yaml").contains("./monitoring/\(file):"))
        let data = Data(try Self.text("Docker/monitoring/\(file)").utf8)
        let board = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let panels = try #require(board["panels"] as? [[String: Any]])
        #expect(Set(panels.compactMap { $0["id"] as? Int }).count == panels.count && panels.count > 10)
        #expect(panels.allSatisfy { ($0["targets"] as? [[String: Any]])?.allSatisfy { $0["expr"] is String } == true })
    }
}
