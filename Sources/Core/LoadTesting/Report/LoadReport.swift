import Scripting

/// The content of a load run's reports. The same content always makes the same texts: the start and the conditions are
/// handed in.
package struct LoadReport: Hashable, Sendable {
    /// When the run began.
    package struct Start: Hashable, Sendable {
        /// For readers, such as `2026-11-21 22:40:00 UTC`.
        package var text: String
        /// Milliseconds since 1970, for programs.
        package var unixMilliseconds: Int64

        package init(text: String, unixMilliseconds: Int64) {
            self.text = text
            self.unixMilliseconds = unixMilliseconds
        }
    }

    /// A condition under which the figures were measured: the machine, the workers, the version.
    package struct Condition: Hashable, Sendable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The outcome of the whole run.
    package enum Outcome: String, Hashable, Sendable {
        case passed
        /// A threshold or an expectation of the script did not hold.
        case failed
        /// The generator was late: the figures do not describe the server.
        case invalid
        /// Ended before its plan, so that thresholds and expectations do not judge it.
        case interrupted
    }

    package var result: LoadResult
    /// The server, such as `ws://127.0.0.1:7420`, or `simulated`.
    package var target: String
    /// Nil in a simulation, which knows no date.
    package var start: Start?
    /// In the order in which they are shown.
    package var conditions: [Condition]
    package var verdicts: [Verdict]
    /// Commands of the script's `chaos`, by their moments.
    package var commands: [CommandOutcome] = []
    /// The agents on other machines that played the run; empty without any.
    package var agents: [AgentOutcome] = []
    /// How late the generator may be at the 99th percentile, in microseconds.
    package var lagBound: Int64
    package var wasInterrupted: Bool
    /// The end of the run by a threshold; nil: it went on to its end.
    package var abort: RunAbort?
    /// The reason why no user joined; then nothing else says anything about the server.
    package var joinFailure: String?

    package init(
        _ result: LoadResult, target: String, start: Start? = nil, conditions: [Condition] = [],
        verdicts: [Verdict] = [], lagBound: Int64 = 10_000, wasInterrupted: Bool = false
    ) {
        self.result = result
        self.target = target
        self.start = start
        self.conditions = conditions
        self.verdicts = verdicts
        self.lagBound = lagBound
        self.wasInterrupted = wasInterrupted
    }

    /// The generator's own lateness makes all figures invalid, where there are any.
    package var outcome: Outcome {
        if joinFailure != nil { return .failed }
        if isLate { return .invalid }
        if abort != nil { return .failed }
        if wasInterrupted { return .interrupted }
        if result.endedInWarmup { return .failed }
        if failsByExpectations || isRefused || failedCommands > 0 || verdicts.contains(where: { !$0.held }) {
            return .failed
        }
        return .passed
    }

    /// Whether users asked for something and every request was refused, and no threshold is about refusals.
    var isRefused: Bool {
        let counts = result.wholeCounts
        return counts.refused > 0 && counts.accepted == 0
            && !verdicts.contains { if case .rejected = $0.threshold.figure.subject { true } else { false } }
    }

    /// Whether failed expectations fail the run: one is enough, unless a threshold says how many may.
    var failsByExpectations: Bool {
        result.failureCount > 0
            && !verdicts.map(\.threshold).contains { $0.figure.subject == .count(.failures) && $0.windowSeconds == nil }
    }

    private var failedCommands: Int { commands.count(where: \.isFailure) }

    /// Whether the generator was later than it may be.
    package var isLate: Bool { lag > lagBound }

    /// How late the generator was at the 99th percentile, in microseconds.
    var lag: Int64 { result.latencies[.lag]?.corrected.value(atPercentile: 99) ?? 0 }

    /// The measures that have values, in their order.
    var measures: [Measure] { LoadReport.measures(in: result.latencies) }

    static func measures(in latencies: [Measure: LoadResult.Latencies]) -> [Measure] {
        latencies.filter { $0.value.corrected.count > 0 }.keys.sorted()
    }

    /// The outcome and its reason in a sentence without a full stop.
    var outcomeText: String {
        let isMeasured = joinFailure == nil && result.warmupSeconds > 0 && !result.endedInWarmup
        return reason + (isMeasured ? " (after a warm-up of \(result.warmupSeconds) s)" : "")
    }

    private var reason: String {
        switch outcome {
        case .passed: verdicts.isEmpty ? "nothing failed" : "\(Format.count(verdicts.count, "threshold")) held"
        case .failed: failureText
        case .invalid:
            "expected a generator at most \(lagBoundText) late at the 99th percentile, got \(lagText)"
                + (abort.map { "; \($0.text)" } ?? "")
        case .interrupted:
            "ended before its plan; the figures count everything until then"
                + (failures.isEmpty ? "" : ", when " + failures.joined(separator: ", "))
        }
    }

    private var lagText: String { Measure.lag.text(lag) }
    private var lagBoundText: String { Measure.lag.text(lagBound) }

    private var failureText: String {
        if let joinFailure { return joinFailure }
        if result.endedInWarmup {
            return "the run ended in its warm-up of \(result.warmupSeconds) s, so nothing was measured"
        }
        return failures.joined(separator: ", ")
    }

    /// Reasons for a failure, in words.
    private var failures: [String] {
        let broken = verdicts.filter { !$0.held }.count
        var reasons: [String] = []
        if broken > 0 { reasons.append("\(broken) of \(Format.count(verdicts.count, "threshold")) did not hold") }
        if let abort { reasons.append(abort.text) }
        if failsByExpectations {
            reasons.append("\(Format.count(result.failureCount, "expectation")) of the script failed")
        }
        if failedCommands > 0 {
            reasons.append("\(failedCommands) of \(Format.count(commands.count, "command")) of the script failed")
        }
        if isRefused {
            let codes = result.counts.rejections.sorted { $0.key < $1.key }.map {
                "\(Format.grouped($0.value)) \($0.key)"
            }
            reasons.append("every request of the users was refused (\(codes.joined(separator: ", ")))")
        }
        return reasons
    }
}

extension LoadReport {
    /// A summary for a terminal or a log: ASCII except for the script's own texts. A narrow one has fewer percentiles.
    package func summary(columns: Int = 100) -> String { SummaryText(self, columns: columns).text }

    /// One JSON object; its fields stand in Protocol/load-reports.md.
    package var json: String { JSONReport(self).text }

    /// One row for each second and measure, with a line of names; times in microseconds, skew in 1/65,536 page.
    package var csv: String { CSVReport(self).text }

    /// An interval log of HdrHistogram, version 1.3, one tag for each measure, for HistogramLogProcessor and
    /// HistogramLogAnalyzer.
    package var histogramLog: String { HistogramLog(self).text }

    /// JUnit XML for servers of continuous integration.
    package var junit: String { JUnitReport(self).text }

    /// Lines of the Test Anything Protocol.
    package var tap: String { TAPReport(self).text }

    /// Markdown with tables, for summaries of jobs.
    package var markdown: String { MarkdownReport(self).text }

    /// Annotations of GitHub Actions.
    package var annotations: String { GitHubAnnotations(self).text }

    /// A page that needs nothing but itself: no script, no network.
    package var html: String { HTMLReport(self).text }
}
