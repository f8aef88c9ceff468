import Support

/// Two runs of a script side by side: is the new one slower, or did more go wrong?
package struct RunComparison: Hashable, Sendable {
    package enum ComparisonVerdict: String, Hashable, Sendable {
        /// The whole interval lies above the tolerance.
        case slower
        /// The whole interval lies below it.
        case faster
        /// The whole interval lies within it.
        case same
        /// The interval is too wide to say; longer runs make it narrower.
        case undecided = "not decided"
    }

    /// One percentile of a measure.
    package struct FigureComparison: Hashable, Sendable {
        package let name: String
        /// The figures of the whole runs.
        package let old: String
        package let new: String
        /// New against old, as medians over the seconds; nil when a run has too few seconds with the measure.
        package let ratio: Double?
        package let interval: ClosedRange<Double>?
        package let verdict: ComparisonVerdict
        /// Whether the figure of the whole run is far higher though that of the median second is not: some seconds were slow.
        package let hasSlowSeconds: Bool
        /// Whether only the old run has the measure.
        package let isMissing: Bool
    }

    /// The verdict on the new run.
    package enum RunVerdict: Hashable, Sendable {
        case worse
        case notWorse
        /// A run is void, no figure is decided, or some seconds were far slower.
        case undecided
    }

    /// A count of which the best is 0.
    package struct CountComparison: Hashable, Sendable {
        package let name: String
        package let old: Int
        package let new: Int
        package let isWorse: Bool
    }

    package let rows: [FigureComparison]
    /// Counts that are not 0 in both runs.
    package let counts: [CountComparison]
    /// Differences between the runs themselves, which make the comparison doubtful.
    package let warnings: [String]
    /// Whether the old run passed, and the new one did not.
    package let failsNow: Bool
    /// Whether a run is no result, or was interrupted.
    package let isVoid: Bool

    /// - Parameter tolerance: a ratio up to 1 + tolerance, or down to 1 / (1 + tolerance), counts as the same.
    package init(old: ReportedRun, new: ReportedRun, tolerance: Double) {
        // The lateness of the generator says nothing about the server.
        let measures = Measure.allCases.filter { $0 != .lag }.sorted()
        rows = measures.flatMap { measure in
            RunComparison.percentiles.compactMap { RunComparison.row(measure, $0, old, new, tolerance) }
        }
        counts = RunComparison.counts(old, new, tolerance)
        failsNow = old.outcome == "passed" && new.outcome == "failed"
        isVoid = [old, new].contains { RunComparison.isVoid($0) }
        warnings = RunComparison.warnings(old, new)
    }

    package var verdict: RunVerdict {
        if isVoid { return .undecided }
        if failsNow || rows.contains(where: { $0.verdict == .slower }) || counts.contains(where: \.isWorse) {
            return .worse
        }
        let isDecided = rows.contains { $0.verdict != .undecided }
        let isDoubtful = rows.contains { $0.hasSlowSeconds || $0.isMissing }
        return isDecided && !isDoubtful ? .notWorse : .undecided
    }

    /// A measure's figure of a whole run has to be so many times as high, and so many values have to lie above it in each run,
    /// to say something where that of the median second does not.
    private static let slowSecondsFactor: Int64 = 2
    private static let valuesAbove = 10.0

    private struct ComparedPercentile {
        let name: String
        /// The part of the values that lie above it.
        let above: Double
        let value: @Sendable (ReportedRun.ReportedFigures) -> Int64
    }

    private static let percentiles = [
        ComparedPercentile(name: "p50", above: 0.5) { $0.p50 },
        ComparedPercentile(name: "p95", above: 0.05) { $0.p95 },
        ComparedPercentile(name: "p99", above: 0.01) { $0.p99 },
    ]

    private static func row(
        _ measure: Measure, _ percentile: ComparedPercentile, _ old: ReportedRun, _ new: ReportedRun,
        _ tolerance: Double
    ) -> FigureComparison? {
        let series = [old, new].map { run in
            run.measuredSeconds.compactMap { $0.measures[measure.rawValue] }.map(percentile.value)
        }
        guard series.contains(where: { !$0.isEmpty }) else { return nil }
        let estimate = RatioEstimate(old: series[0], new: series[1])
        let verdict = estimate.map { RunComparison.verdict($0, tolerance) } ?? .undecided
        let whole = [old, new].map { $0.measures[measure.rawValue].flatMap { $0.count > 0 ? $0 : nil } }
        let texts = whole.map { $0.map { measure.text(percentile.value($0)) } ?? "none" }
        return FigureComparison(
            name: "\(measure.rawValue) \(percentile.name)", old: texts[0], new: texts[1], ratio: estimate?.ratio,
            interval: estimate.map { $0.low...$0.high }, verdict: verdict,
            hasSlowSeconds: estimate != nil && verdict != .slower && isFarHigher(whole.compactMap(\.self), percentile),
            isMissing: whole[0] != nil && whole[1] == nil)
    }

    private static func isFarHigher(_ whole: [ReportedRun.ReportedFigures], _ percentile: ComparedPercentile) -> Bool {
        guard whole.count == 2, whole.allSatisfy({ Double($0.count) * percentile.above >= valuesAbove }) else {
            return false
        }
        return percentile.value(whole[1]) / slowSecondsFactor >= max(1, percentile.value(whole[0]))
    }

    private static func verdict(_ estimate: RatioEstimate, _ tolerance: Double) -> ComparisonVerdict {
        let (least, most) = (1 / (1 + tolerance), 1 + tolerance)
        if estimate.low > most { return .slower }
        if estimate.high < least { return .faster }
        return estimate.low >= least && estimate.high <= most ? .same : .undecided
    }

    private static func isVoid(_ run: ReportedRun) -> Bool { run.outcome == "invalid" || run.outcome == "interrupted" }

    /// More in a second of something that the best run has none of is worse, beyond the tolerance.
    private static func counts(_ old: ReportedRun, _ new: ReportedRun, _ tolerance: Double) -> [CountComparison] {
        let names: [(String, (ReportedRun) -> Int?)] = [
            ("dropped starts", { $0.counts.droppedStarts }),
            ("connect failures", { $0.counts.connectFailures }), ("gaps", { $0.counts.gaps }),
            ("duplicates", { $0.counts.duplicates }), ("diverged", { $0.counts.diverged }),
            ("unreadable", { $0.counts.unreadable }), ("unanswered", { $0.counts.unanswered }),
            ("events not received", { $0.counts.missedEvents }), ("closed", { $0.counts.closed }),
            ("rejected", { $0.counts.rejections.values.reduce(0, +) }),
            ("HTTP errors", { ($0.counts.httpErrors ?? [:]).values.reduce(0, +) }),
            ("failed checks", { ($0.counts.checks ?? [:]).values.reduce(0) { $0 + $1.failed } }),
            ("failed expectations", { $0.failureCount }),
        ]
        let seconds = [old, new].map { Double(max(1, $0.measuredSeconds.count)) }
        return names.compactMap { name, count in
            guard let was = count(old), let now = count(new), was > 0 || now > 0 else { return nil }
            let isWorse = Double(now) / seconds[1] > Double(was) / seconds[0] * (1 + tolerance)
            return CountComparison(name: name, old: was, new: now, isWorse: isWorse)
        }
    }

    private static func warnings(_ old: ReportedRun, _ new: ReportedRun) -> [String] {
        var warnings = [("old", old), ("new", new)].filter {
            isVoid($0.1) || $0.1.outcome == "failed" && $0.1.abort == nil
        }
        .map { name, run in
            run.outcome == "failed"
                ? "the \(name) run failed: \(run.reason)" : "the \(name) run is \(run.outcome): \(run.reason)"
        }
        for (name, run) in [("old", old), ("new", new)] {
            guard let abort = run.abort else { continue }
            warnings.append("a threshold ended the \(name) run after \(abort.afterSeconds) s: \(run.reason)")
        }
        for (name, run) in [("old", old), ("new", new)] {
            let lost = (run.agents ?? []).reduce(0) { $0 + $1.lostShare }
            if lost > 0 { warnings.append("the \(name) run lost agents with \(Format.share(lost)) of its users") }
        }
        let warmups = [old, new].map { $0.warmup?.seconds ?? 0 }
        if warmups[0] != warmups[1] {
            warnings.append("the runs have a warm-up of \(warmups[0]) s and one of \(warmups[1]) s")
        }
        let lengths = [old, new].map { $0.measuredSeconds.count }
        if lengths[0] != lengths[1] {
            warnings.append("the runs have \(lengths[0]) s and \(lengths[1]) s, so counts are compared by the second")
        }
        if old.title != new.title { warnings.append("the runs are of two scripts: \(old.title), and \(new.title)") }
        if old.peakUsers != new.peakUsers {
            warnings.append(
                "the runs have \(Format.count(old.peakUsers, "user")) and \(Format.count(new.peakUsers, "user"))")
        }
        for name in Set(old.conditions.keys).union(new.conditions.keys).sorted()
        where name != "program" && name != "search" {
            let (was, now) = (old.conditions[name] ?? "none", new.conditions[name] ?? "none")
            if was != now { warnings.append("\(name): \(was) in the old run, \(now) in the new one") }
        }
        return warnings.map(\.printableLine)
    }
}
