import Foundation
import Scripting
import Testing

@testable import LoadTesting

@Suite struct LoadReportTests {
    @Test func judgesTheGeneratorFirst() throws {
        var report = try SampleRun.report()
        #expect(report.outcome == .failed)
        report.verdicts.removeLast()
        #expect(report.outcome == .passed)
        report.wasInterrupted = true
        #expect(report.outcome == .interrupted && report.junit.contains("errors=\"1\""))
        report.result.failureCount = 1
        #expect(report.outcome == .interrupted, "figures of half a run judge nothing")
        #expect(report.outcomeText.hasSuffix("until then, when 1 expectation of the script failed"))
        report.wasInterrupted = false
        #expect(report.outcome == .failed)
        report.lagBound = 39
        #expect(report.outcome == .invalid)
        report.lagBound = 40
        #expect(report.outcome == .failed, "the bound itself is not late")
    }

    /// Without a threshold on their number, one failed expectation fails the run.
    @Test func aThresholdDecidesHowManyExpectationsMayFail() throws {
        var report = try SampleRun.report()
        report.result.failureCount = 3
        report.result.failures = ["a.yaml:1: a: expected a reply, found none"]
        report.verdicts = Verdict.judge([try Threshold("failures <= 3")], report.result)
        #expect(report.outcome == .passed && !report.junit.contains("<failure"))
        #expect(report.summary().contains("expected a reply, found none"))
        report.verdicts = Verdict.judge([try Threshold("failures < 3")], report.result)
        #expect(report.outcome == .failed && report.outcomeText.hasPrefix("1 of 1 threshold did not hold"))
        report.verdicts = []
        #expect(report.outcome == .failed && report.junit.contains("<failure"))
    }

    /// A value that was found does not contradict the verdict by being rounded.
    @Test(arguments: [(0.9999, "99.99 %"), (0.999_996, "99.999 %"), (1, "100 %"), (0.5, "50 %"), (0.999, "99.9 %")])
    func sharesAreRoundedDown(share: Double, text: String) throws {
        let verdict = Verdict(try Threshold("reach >= 100%"), found: share)
        #expect(verdict.foundText == text && verdict.held == (share == 1))
    }

    @Test func aCommandThatFailsFailsTheRun() throws {
        var report = try SampleRun.report()
        report.verdicts.removeLast()
        let plan = CommandPlan(atMilliseconds: 1_500, text: "kill -9 $(cat <node1>.pid)", line: 9)
        report.commands = [CommandOutcome(plan, .exited(0)), CommandOutcome(plan, .notRun)]
        #expect(report.outcome == .passed)
        report.commands[1].end = .exited(1)
        #expect(report.outcome == .failed && report.outcomeText == "1 of 2 commands of the script failed")
        #expect(report.summary().contains("1.50 s: `kill -9 $(cat <node1>.pid)` ended with 1\n"), "\(report.summary())")
        let html = report.html
        #expect(html.contains("<td>ended with 1</td>") && html.contains("kill -9 $(cat &lt;node1&gt;.pid)"))
        // A line in each chart over time, for each command that was run.
        let lines = html.split(separator: "class=\"command\"").count - 1
        #expect(lines > 0 && lines.isMultiple(of: 2))
        report.commands[1].end = .notRun
        #expect(report.html.split(separator: "class=\"command\"").count - 1 == lines / 2)
        let json = try JSONSerialization.jsonObject(with: Data(report.json.utf8)) as? [String: Any]
        let commands = try #require(json?["commands"] as? [[String: Any]])
        #expect(commands[0]["atMicroseconds"] as? Int == 1_500_000 && commands[0]["failed"] as? Bool == false)
        #expect(commands[1]["end"] as? String == "not run: the run was over")
    }

    @Test func theSummaryFitsATerminal() throws {
        var report = try BusyRun.report(
            title: "A title \u{1B}[2J\u{202E}" + String(repeating: "very ", count: 40) + "long")
        let reason = String(repeating: "for a reason ", count: 20) + "that stands at its end"
        report.result.failures = ["talk.yaml:3: ann: expected page 2, found page 3 \(reason)"]
        report.result.failureCount = 1_201
        let lines = report.summary().split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first?.hasPrefix("FAILED: 1 of 3 thresholds did not hold, 1,201 expectations") == true)
        #expect(lines.allSatisfy { $0.count <= 100 })
        #expect(
            !report.summary().unicodeScalars.contains("\u{1B}") && !report.summary().unicodeScalars.contains("\u{202E}")
        )
        #expect(report.summary().contains("    and 1,200 more"))
        #expect(report.summary().contains("at its end\n"), "nothing of it is left out")
        #expect(report.summary().contains("FAILED  ack.p99 < 50ms") && report.summary().contains("found 612 ms"))
        #expect(report.summary().contains("held    deliver.p95 < 100ms"))
    }

    /// The text of a server does not look like the outcome, and is no command for GitHub Actions.
    @Test(arguments: [
        "\r\nPASSED\n::stop-commands::x", "\u{2028}::stop-commands::x",
        String(repeating: "::stop-commands::x ", count: 9), "a ##[stop-commands]x",
    ])
    func noTextOfAServerBeginsALine(joinFailure: String) throws {
        var report = try SampleRun.report()
        report.joinFailure = joinFailure
        report.agents = [SampleRun.lostAgent(joinFailure)]
        for columns in [40, 100] {
            let lines = report.summary(columns: columns).split(whereSeparator: \.isNewline)
            #expect(lines.first?.hasPrefix("FAILED:") == true)
            for line in lines {
                let words = line.drop { $0.isWhitespace }
                #expect(!words.hasPrefix("::") && !line.contains("##[") && !line.hasPrefix("PASSED"), "\(line)")
                #expect(line.count <= columns)
            }
        }
    }

    @Test(arguments: [
        (100, "p50 p90 p95 p99 p99.9 max naive p99"), (80, "p50 p90 p95 p99 max"), (60, "p50 p99 max"),
        (50, "p50 p99"), (20, "p99"),
    ])
    func aNarrowTerminalGetsWhatSaysMost(columns: Int, heads: String) throws {
        let lines = try BusyRun.report(title: "A title").summary(columns: columns).split(separator: "\n")
        let head = try #require(lines.first { $0.hasPrefix("  measure") })
        #expect(head.split(separator: " ").dropFirst(2).joined(separator: " ") == heads)
        #expect(lines.allSatisfy { $0.count <= max(columns, 37) })
    }

    /// Of a few users it would say what the program's own comings and goings cost.
    @Test func theMemoryOfAUserIsPrintedForManyUsersOnly() throws {
        var report = try BusyRun.report()
        report.result.memory = GeneratorMemory(startBytes: 40_000_000, peakBytes: 100_030_000)
        let line = "100 MB at most, 40.0 MB before the first user"
        #expect(report.summary().contains(line + ", 30.0 kB a user\n") && report.html.contains("30.0 kB a user"))
        report.result.peakUsers = 99
        #expect(report.summary().contains(line + "\n"))
    }

    @Test func anEmptyRunHasAReportToo() throws {
        let report = LoadReport(LoadResult(title: "", seed: 0), target: "simulated")
        #expect(report.outcome == .passed)
        #expect(report.summary().hasPrefix("PASSED"))
        #expect(report.csv.split(separator: "\n").count == 1)
        #expect(report.html.contains("</html>") && !report.html.contains("nan") && !report.html.contains("inf\""))
        _ = try JSONSerialization.jsonObject(with: Data(report.json.utf8))
    }

    @Test func jsonIsReadByOthers() throws {
        var report = try SampleRun.report()
        report.result.title = "quote \" back \\ line\n tab\t bell\u{7} 日本"
        let whole = try JSONSerialization.jsonObject(with: Data(report.json.utf8)) as? [String: Any]
        let fields = try #require(whole)
        #expect(fields["title"] as? String == report.result.title)
        #expect(fields["outcome"] as? String == "failed")
        let measures = try #require(fields["measures"] as? [String: [String: Any]])
        #expect(measures["ack"]?["count"] as? Int == 7)
        #expect((measures["ack"]?["naive"] as? [String: Any])?["count"] as? Int == 7)
        #expect((fields["timeline"] as? [Any])?.count == 3)
        #expect((fields["counts"] as? [String: Any])?["rejections"] as? [String: Int] == ["held": 2, "noRight": 1])
    }

    @Test(arguments: [
        (0.0, "0 us"), (999, "999 us"), (999.6, "1.00 ms"), (1_234, "1.23 ms"), (99_949, "99.9 ms"), (99_951, "100 ms"),
        (999_499, "999 ms"), (999_600, "1.00 s"), (12_340_000, "12.3 s"), (3_600_000_000, "3,600 s"),
    ])
    func timesKeepThreeDigits(microseconds: Double, text: String) {
        #expect(Format.time(microseconds: microseconds) == text)
    }

    @Test func reachIsNeverRoundedUpToAll() throws {
        var report = try SampleRun.report()
        (report.result.counts.expectedEvents, report.result.counts.receivedEvents) = (10_000_000, 9_999_999)
        #expect(report.summary().contains("99.999 %, 9,999,999 of 10,000,000 events"))
        #expect(report.html.contains("99.999 %"))
    }
}
