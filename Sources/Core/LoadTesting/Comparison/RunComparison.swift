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

    /// One percentile of a measure, as medians over the seconds.
    package struct FigureComparison: Hashable, Sendable {
        package let name: String
        package let old: String
        package let new: String
        /// New against old; nil when a run has too few seconds with the measure.
        package let ratio: Double?
        package let interval: ClosedRange<Double>?
        package let verdict: ComparisonVerdict
    }

    /// A count of which the best is 0.
    package struct CountComparison: Hashable, Sendable {
        package let name: String
        package let old: Int
        package let new: Int

        package var isWorse: Bool { new > old }
    }

    package let rows: [FigureComparison]
    /// Counts that are not 0 in both runs.
    package let counts: [CountComparison]
    /// Differences between the runs themselves, which make the comparison doubtful.
    package let warnings: [String]

    /// - Parameter tolerance: a ratio up to 1 + tolerance, or down to 1 / (1 + tolerance), counts as the same.
    package init(old: ReportedRun, new: ReportedRun, tolerance: Double) {
        // The lateness of the generator says nothing about the server.
        let measures = Measure.allCases.filter { $0 != .lag }.sorted()
        rows = measures.flatMap { measure in
            RunComparison.percentiles.compactMap { name, part in
                RunComparison.row(measure, name, part, old, new, tolerance)
            }
        }
        counts = RunComparison.counts(old, new)
        warnings = RunComparison.warnings(old, new)
    }

    package var isWorse: Bool { rows.contains { $0.verdict == .slower } || counts.contains(where: \.isWorse) }

    private static let percentiles: [(String, @Sendable (ReportedRun.SecondFigures) -> Int64)] = [
        ("p50", { $0.p50 }), ("p95", { $0.p95 }), ("p99", { $0.p99 }),
    ]

    private static func row(
        _ measure: Measure, _ name: String, _ part: (ReportedRun.SecondFigures) -> Int64, _ old: ReportedRun,
        _ new: ReportedRun, _ tolerance: Double
    ) -> FigureComparison? {
        let series = [old, new].map { run in run.measuredSeconds.compactMap { $0.measures[measure.rawValue] }.map(part)
        }
        guard series.contains(where: { !$0.isEmpty }) else { return nil }
        let estimate = RatioEstimate(old: series[0], new: series[1])
        let texts = series.map { series in
            series.isEmpty ? "none" : measure.text(series.sorted()[series.count / 2])
        }
        return FigureComparison(
            name: "\(measure.rawValue) \(name)", old: texts[0], new: texts[1], ratio: estimate?.ratio,
            interval: estimate.map { $0.low...$0.high },
            verdict: estimate.map { RunComparison.verdict($0, tolerance) } ?? .undecided)
    }

    private static func verdict(_ estimate: RatioEstimate, _ tolerance: Double) -> ComparisonVerdict {
        let (least, most) = (1 / (1 + tolerance), 1 + tolerance)
        if estimate.low > most { return .slower }
        if estimate.high < least { return .faster }
        return estimate.low >= least && estimate.high <= most ? .same : .undecided
    }

    private static func counts(_ old: ReportedRun, _ new: ReportedRun) -> [CountComparison] {
        let names: [(String, (ReportedRun) -> Int)] = [
            ("connect failures", { $0.counts.connectFailures }), ("gaps", { $0.counts.gaps }),
            ("duplicates", { $0.counts.duplicates }), ("diverged", { $0.counts.diverged }),
            ("unreadable", { $0.counts.unreadable }), ("failed expectations", { $0.failureCount }),
        ]
        return names.map { CountComparison(name: $0, old: $1(old), new: $1(new)) }.filter { $0.old > 0 || $0.new > 0 }
    }

    private static func warnings(_ old: ReportedRun, _ new: ReportedRun) -> [String] {
        var warnings = [("old", old), ("new", new)].filter {
            $0.1.outcome == "invalid" || $0.1.outcome == "interrupted"
        }
        .map { "the \($0) run is \($1.outcome): \($1.reason)" }
        for (name, run) in [("old", old), ("new", new)] {
            guard let abort = run.abort else { continue }
            warnings.append("a threshold ended the \(name) run after \(abort.afterSeconds) s: \(run.reason)")
        }
        let warmups = [old, new].map { $0.warmup?.seconds ?? 0 }
        if warmups[0] != warmups[1] {
            warnings.append("the runs have a warm-up of \(warmups[0]) s and one of \(warmups[1]) s")
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
