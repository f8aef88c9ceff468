import Foundation
import TestSupport
import Testing

@testable import Metrics

/// The judgement of Prometheus' own tool, where it is installed (Debian package `prometheus`).
@Suite struct PromtoolTests {
    @Test(.enabled(if: Promtool.installed != nil, "promtool is not installed")) func promtoolAcceptsTheMetrics() throws
    {
        let promtool = try #require(Promtool.installed)
        var metrics = ServerMetrics()
        for kind in InputLabel.Kind.allCases {
            for outcome in InputLabel.Outcome.allCases { metrics.record(InputLabel(kind, outcome)) }
        }
        metrics.connectionOpened()
        metrics.connectionClosed(CloseLabel(code: nil, by: .peer))
        metrics.record(connectionsRefused: 2, reason: "handshakes")
        metrics.record(loopLagMicroseconds: 250)
        metrics.set(journalPending: 1, lagMilliseconds: 12)
        var cluster = ClusterMetrics()
        cluster.livesEnded.add("noRow")
        cluster.messagesDropped.add("mailbox")
        cluster.failovers.record(microseconds: 820_000)
        var load = LoadMetrics(title: "a test", seed: 1)
        load.add(errors: 1, kind: "gap")
        load.add(
            [(value: 90, count: 1)], percentiles: [("99", 90)], to: LoadMetrics.Series(measure: "ack", group: "{tag:a}")
        )
        let text =
            metrics.text + cluster.text + load.families.prometheusText
            + ProcessMetrics(version: "1.0", subprotocol: "riffle.v1").text
        let verdict = try promtool.run(["check", "metrics"], input: text)
        #expect(verdict.status == 0 && verdict.words.isEmpty, "\(verdict.words)")
        let wrong = try promtool.run(["check", "metrics"], input: text + "# TYPE riffle_x counter\nriffle_x 1\n")
        #expect(wrong.status != 0, "it would see a counter without help and ending")
    }

    @Test(
        .enabled(if: Promtool.installed != nil, "promtool is not installed"),
        arguments: [
            ["check", "rules", "rules.yml"], ["test", "rules", "rules.test.yml"],
            ["check", "config", "prometheus.yml"],
        ]) func promtoolAcceptsTheMonitoringFiles(arguments: [String]) throws
    {
        let promtool = try #require(Promtool.installed)
        let path = Repository.file("Docker/monitoring/\(arguments[2])").path
        let verdict = try promtool.run(Array(arguments.prefix(2)) + [path])
        #expect(verdict.status == 0, "\(verdict.words)")
    }
}
