import Foundation
import Scripting
import Testing

@testable import LoadTesting

/// Reports of runs with a warm-up, and of runs that a threshold ended.
@Suite struct CourseReportTests {
    /// A second of warm-up with a gap, a good one, a bad one that ends the run, and one in which the users leave.
    private func report(endsRun: Bool = true) throws -> LoadReport {
        let timeline = [
            CourseRun.second(deliver: [700], gaps: 1, received: 5), CourseRun.second(deliver: [10]),
            CourseRun.second(deliver: [900], received: 600), CourseRun.second(),
        ]
        let load = try CourseRun.load(["deliver.p95 < 100ms over 1s"], abortAfter: endsRun ? 3_000 : nil, warmup: 1)
        var watch = CourseRun.Watch(load)
        watch?.note(timeline)
        let result = CourseRun.result(timeline, warmup: 1)
        var report = LoadReport(
            result, target: "simulated", verdicts: Verdict.judge(load.thresholds, result, abort: watch?.abort))
        report.abort = watch?.abort
        return report
    }

    private static let words = "deliver.p95 < 100ms over 1s ended the run after 3 s"

    @Test func everyReportSaysThatAThresholdEndedTheRun() throws {
        let report = try report()
        #expect(report.outcome == .failed)
        #expect(
            report.outcomeText == "1 of 1 threshold did not hold, \(Self.words) (after a warm-up of 1 s)")
        #expect(report.summary().contains(Self.words) && report.summary().contains("found 900 ms in second 2"))
        #expect(
            report.markdown.contains("ended the run after 3 s")
                && report.annotations.contains("ended the run after 3 s"))
        #expect(
            report.tap.contains("it ended the run after 3 s") && report.junit.contains("it ended the run after 3 s"))
        #expect(report.html.contains("✗ ended the run") && report.html.contains("ended the run after 3 s</title>"))
        #expect(report.histogramLog.contains("#[\(Self.words)]\n"))
        let phases = report.csv.split(separator: "\n").map { $0.split(separator: ",").last }
        #expect(phases == ["phase", "warmup", "measured", "measured", "ended"])
        let json = try JSONSerialization.jsonObject(with: Data(report.json.utf8)) as? [String: Any]
        let abort = try #require(json?["abort"] as? [String: Any])
        #expect(abort["afterSeconds"] as? Int == 3 && abort["found"] as? Double ?? 0 > 890_000)
        let threshold = try #require((json?["thresholds"] as? [[String: Any]])?.first)
        #expect(threshold["endedRun"] as? Bool == true && threshold["abortAfterMicroseconds"] as? Int == 3_000_000)
        #expect(threshold["windows"] as? Int == 2 && threshold["brokenWindows"] as? Int == 1)
        #expect(threshold["foundAtSecond"] as? Int == 2 && threshold["windowSeconds"] as? Int == 1)
    }

    @Test func everyReportSaysWhatTheWarmupLeftOut() throws {
        let report = try report(endsRun: false)
        #expect(report.summary().contains("warm-up           1 s left out: gaps 1, 5 messages received"))
        #expect(report.html.contains("<dd>200</dd>"), "600 messages in three seconds")
        #expect(report.html.contains("class=\"warmup\"") && report.html.contains("1 s left out: gaps 1"))
        #expect(report.markdown.contains("| warm-up | 1 s left out: gaps 1, 5 messages received |"))
        #expect(report.junit.contains("<property name=\"warm-up\" value=\"1 s left out\"/>"))
        #expect(
            report.tap.contains("(after a warm-up of 1 s)") && report.annotations.contains("(after a warm-up of 1 s)"))
        #expect(report.histogramLog.contains("#[Warm-up: the first 1 s are left out]\n"))
        // The lines of a tag add up to the figures, so the warm-up has none.
        #expect(report.histogramLog.split(separator: "\n").count { $0.hasPrefix("Tag=deliver,") } == 2)
        #expect(!report.histogramLog.contains("Tag=deliver,0.000"))
        let json = try JSONSerialization.jsonObject(with: Data(report.json.utf8)) as? [String: Any]
        let warmup = try #require(json?["warmup"] as? [String: Any])
        #expect(warmup["seconds"] as? Int == 1 && (warmup["counts"] as? [String: Any])?["gaps"] as? Int == 1)
        #expect(json?["abort"] == nil && (json?["timeline"] as? [Any])?.count == 4)
    }

    @Test func aRunThatEndsInItsWarmupHasNotPassed() throws {
        var report = LoadReport(CourseRun.result([CourseRun.second(deliver: [1])], warmup: 1), target: "simulated")
        #expect(report.outcome == .failed)
        #expect(report.outcomeText == "the run ended in its warm-up of 1 s, so nothing was measured")
        #expect(RunCheck.all(of: report).contains { $0.name == "the run is longer than its warm-up" && !$0.held })
        report.wasInterrupted = true
        #expect(report.outcome == .interrupted)
    }

    @Test func aLateGeneratorIsSaidFirst() throws {
        var report = try report()
        report.result.latencies[.lag] = LoadResult.Latencies()
        report.result.latencies[.lag]?.corrected.record(50_000)
        #expect(report.outcome == .invalid && report.outcomeText.contains("; \(Self.words)"))
    }

    // MARK: Compared with others

    @Test func aComparisonLeavesOutTheWarmup() throws {
        let run = try JSONDecoder().decode(ReportedRun.self, from: Data(report().json.utf8))
        #expect(run.measuredSeconds.compactMap { $0.measures["deliver"]?.p50 }.count == 2)
        let old = try JSONDecoder().decode(ReportedRun.self, from: Data(SampleRun.report().json.utf8))
        #expect(old.warmup == nil && old.measuredSeconds.count == 3, "reports of before there were warm-ups are read")
        let warnings = RunComparison(old: old, new: run, tolerance: 0.05).warnings
        #expect(warnings.contains("the runs have a warm-up of 0 s and one of 1 s"))
        #expect(warnings.contains { $0.hasPrefix("a threshold ended the new run after 3 s: 1 of 1") })
    }

    @Test func aWarmupOfNonsenseIsRead() throws {
        let text = try report().json.replacing("\"seconds\": 1", with: "\"seconds\": -9")
        let run = try JSONDecoder().decode(ReportedRun.self, from: Data(text.utf8))
        #expect(run.warmup?.seconds == -9 && run.measuredSeconds.count == 4)
    }
}
