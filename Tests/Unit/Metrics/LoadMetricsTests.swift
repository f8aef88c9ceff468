import TestPeers
import Testing

@testable import Metrics

@Suite struct LoadMetricsTests {
    private static var metrics: LoadMetrics {
        var metrics = LoadMetrics(title: "A \"test\"\n", seed: 7)
        (metrics.users, metrics.connections, metrics.elapsedMicroseconds) = (5, 4, 2_500_000)
        metrics.add(starts: 5, actions: 9)
        metrics.add(messages: 3, bytes: 90, isSent: true)
        metrics.add(refusals: 2, code: "held")
        metrics.add(errors: 1, kind: "gap")
        metrics.add(
            [(value: 200, count: 3), (value: 2_000_000, count: 1)], percentiles: [("50", 200), ("99", 2_000_000)],
            to: LoadMetrics.Series(measure: "deliver"))
        metrics.add(
            [(value: 90, count: 1)], percentiles: [("50", 90)],
            to: LoadMetrics.Series(measure: "deliver", group: "{tag:slow}"))
        return metrics
    }

    @Test func aScraperReadsThem() throws {
        let page = try Exposition(Self.metrics.families.prometheusText)
        #expect(page.value("riffle_load_users") == 5 && page.value("riffle_load_connections") == 4)
        #expect(page.value("riffle_load_elapsed_seconds") == 2.5)
        #expect(page.value("riffle_load_starts_total") == 5)
        #expect(page.value("riffle_load_traffic_bytes_total", ["direction": "sent"]) == 90)
        #expect(page.value("riffle_load_requests_total", ["outcome": "refused"]) == 2)
        #expect(page.value("riffle_load_percentile_seconds", ["measure": "deliver", "percentile": "99"]) == 2)
        let bucket = ["measure": "deliver", "le": "0.0002"]
        #expect(page.value("riffle_load_latency_seconds_bucket", bucket) == 3)
        #expect(page.value("riffle_load_latency_seconds_count", ["measure": "deliver"]) == 4)
        #expect(page.value("riffle_load_latency_seconds_sum", ["measure": "deliver"]) == 2.0006)
        let group = ["measure": "deliver", "group": "{tag:slow}"]
        #expect(page.value("riffle_load_latency_seconds_count", group) == 1)
    }

    /// A server chooses the codes of its refusals, so they are limited.
    @Test func aServerCannotMakeSeriesWithoutEnd() throws {
        var metrics = LoadMetrics(title: "", seed: 1)
        for code in 0..<1_000 { metrics.add(closes: 1, code: "\(code)") }
        let closes = try #require(metrics.families.first { $0.name == "riffle.load.closes" })
        #expect(closes.points.count == 41)
        #expect(closes.points.contains { $0.labels.first?.value == "other" && $0.value == .count(960) })
        for actor in 0..<1_000 {
            metrics.add(
                [(value: 1, count: 1)], percentiles: [], to: LoadMetrics.Series(measure: "ack", group: "\(actor)"))
        }
        #expect(metrics.families.first { $0.name == "riffle.load.latency" }?.points.count == 100)
    }
}
