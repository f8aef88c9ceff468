import Foundation
import TestPeers
import Testing

@testable import Metrics

/// The text for a scraper, and the merging of several loops' counts.
@Suite struct ServerMetricsTests {
    /// A loop with some of every count; `weight` distinguishes loops.
    private static func busy(weight: Int) -> ServerMetrics {
        var metrics = ServerMetrics()
        for _ in 0..<weight {
            metrics.connectionOpened()
            metrics.connectionOpened()
            metrics.record(connectionsRefused: 1, reason: "handshakes")
            metrics.record(connectionsRefused: 0, reason: "connections")
            metrics.connectionClosed(CloseLabel(code: 4001, by: .server))
            metrics.record(InputLabel(.step, .accepted))
            metrics.record(InputLabel(.dragBegan, .held))
            metrics.record(events: 3)
            metrics.record(divergences: 2)
            metrics.record(deliveries: 10, bytes: 50)
            metrics.record(receivedBytes: 70)
            metrics.record(ResumeOutcome.tooOld)
            metrics.record(loopLagMicroseconds: 2_000)
            metrics.record(journalCommitMicroseconds: 20_000_000)
            metrics.record(FlightOutcome.completed)
        }
        metrics.connectionClosed(CloseLabel(code: nil, by: .peer))
        metrics.connectionClosed(CloseLabel(code: 3_999, by: .peer))
        metrics.set(rooms: weight, members: 2 * weight)
        metrics.set(damagedRooms: weight)
        metrics.set(storeFails: weight > 4, lastCommitSecond: 1_700_000_000 + Int64(weight))
        metrics.set(flights: weight)
        metrics.set(lockedRooms: 1)
        metrics.set(assetBytes: 100 * weight)
        metrics.set(outboxAgeMilliseconds: 100 * Int64(weight))
        metrics.set(journalPending: weight, lagMilliseconds: 5)
        return metrics
    }

    private static var merged: ServerMetrics {
        var metrics = busy(weight: 3)
        metrics.merge(busy(weight: 5))
        return metrics
    }

    @Test func emptyAndFullAreWellFormed() throws {
        let empty = try Exposition(ServerMetrics().text)
        let full = try Exposition(Self.merged.text)
        #expect(empty.families.map(\.name) == full.families.map(\.name))
        #expect(empty.families.allSatisfy { $0.name.hasPrefix("riffle_") && $0.help.hasSuffix(".") })
        let names = [
            "connections", "rooms", "inputs_total", "events_total", "deliveries_total", "sent_bytes_total",
            "connections_closed_total", "resumes_total", "outbox_age_seconds", "journal_lag_seconds",
            "loop_lag_seconds", "flights",
        ]
        for name in names { #expect(full["riffle_\(name)"]?.samples.isEmpty == false, "\(name)") }
    }

    @Test func loopsAddUp() throws {
        let text = try Exposition(Self.merged.text)
        let expected: [(String, [String: String], Double)] = [
            ("connections", [:], 8 - 4), ("connections_opened_total", [:], 16), ("connections_refused_total", [:], 8),
            ("connections_closed_total", ["code": "4001", "by": "server"], 8),
            ("connections_closed_total", ["code": "none", "by": "peer"], 2),
            ("connections_closed_total", ["code": "other", "by": "peer"], 2),
            ("refusals_total", ["reason": "handshakes"], 8), ("refusals_total", ["reason": "connections"], 0),
            ("rooms_locked", [:], 2), ("assets_bytes", [:], 800), ("rooms", [:], 8), ("members", [:], 16),
            ("divergences_total", [:], 16),
            ("inputs_total", ["type": "step", "outcome": "accepted"], 8),
            ("inputs_total", ["type": "dragBegan", "outcome": "held"], 8),
            ("events_total", [:], 24), ("deliveries_total", [:], 80), ("sent_bytes_total", [:], 4_000),
            ("received_bytes_total", [:], 560), ("resumes_total", ["outcome": "tooOld"], 8),
            ("resumes_total", ["outcome": "recovered"], 0), ("flights", [:], 8),
            ("flights_ended_total", ["outcome": "completed"], 8), ("journal_pending", [:], 8),
            ("loop_lag_seconds_sum", [:], 0.016), ("loop_lag_seconds_bucket", ["le": "0.001"], 0),
            ("loop_lag_seconds_bucket", ["le": "0.003"], 8), ("journal_commit_seconds_bucket", ["le": "10"], 0),
            ("journal_commit_seconds_count", [:], 8),
        ]
        for (name, labels, value) in expected {
            #expect(text.value("riffle_\(name)", labels) == value, "\(name) \(labels)")
        }
    }

    @Test func agesAreThoseOfTheWorstLoop() throws {
        let text = try Exposition(Self.merged.text)
        #expect(text.value("riffle_outbox_age_seconds") == 0.5)
        #expect(text.value("riffle_journal_lag_seconds") == 0.005)
        #expect(text.value("riffle_store_failing") == 1, "one loop is enough")
        #expect(text.value("riffle_store_last_commit_timestamp_seconds") == 1_700_000_005)
        #expect(text.value("riffle_rooms_damaged") == 8)
    }

    @Test func aPeerCannotMakeSeries() {
        var metrics = ServerMetrics()
        for code in UInt16.min ... .max { metrics.connectionClosed(CloseLabel(code: code, by: .peer)) }
        #expect(metrics.closes.counters.count == 16 + 6 + 10 + 1)
        #expect(metrics.closes[CloseLabel(code: 4_999, by: .peer)] == 65_536 - 32)
    }

    @Test func mergingIsTheSameInAnyOrder() {
        var other = Self.busy(weight: 5)
        other.merge(Self.busy(weight: 3))
        #expect(other == Self.merged)
        #expect(other.text == Self.merged.text)
    }

    @Test(arguments: [
        (0, "0"), (1, "0.000001"), (300, "0.0003"), (1_000_000, "1"), (1_500_000, "1.5"), (-20_000, "-0.02"),
        (Int64.min, "-9223372036854.775808"), (Int64.max, "9223372036854.775807"),
    ]) func secondsAreExact(microseconds: Int64, text: String) {
        #expect(MetricsText.seconds(microseconds: microseconds) == text)
    }

    @Test func bucketsAreInclusiveAndOpenAtTheEnd() {
        var histogram = Histogram(boundsMicroseconds: [10, 20])
        for duration: Int64 in [-5, 0, 10, 11, 20, 21, 1_000] { histogram.record(microseconds: duration) }
        #expect(histogram.counts == [3, 2, 2])
        #expect(histogram.count == 7 && histogram.sumMicroseconds == 1_062)
    }

    @Test func helpAndLabelsAreEscaped() throws {
        var text = MetricsText()
        text.family("a_total", .counter, help: "one\\two\nthree.")
        text.sample("a_total", "1", [("b", "say \"x\"\\\n")])
        #expect(
            text.text == "# HELP a_total one\\\\two\\nthree.\n# TYPE a_total counter\n"
                + "a_total{b=\"say \\\"x\\\"\\\\\\n\"} 1\n")
        _ = try Exposition(text.text)
    }

    /// A combining mark joins the quote before it, which remains a quote for a scraper; other controls become text.
    @Test func labelsAreEscapedByScalars() {
        var text = MetricsText()
        text.sample("a_total", "1", [("b", "x\"\u{301}\r\n\\\u{301}\u{1B}")])
        #expect(text.text == #"a_total{b="x\"\#u{301}\\u000D\n\\\#u{301}\\u001B"} 1"# + "\n")
    }
}
