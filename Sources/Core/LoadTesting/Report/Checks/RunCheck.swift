/// One thing that a run had to hold, for reports of continuous integration.
struct RunCheck: Hashable {
    enum CheckKind: String {
        /// Whether users could join at all.
        case connection
        /// Whether the generator was on time.
        case generator
        case threshold
        /// Expectations of the script.
        case expectation
        case command
    }

    let kind: CheckKind
    let name: String
    let held: Bool
    /// The result in words.
    let found: String

    /// All checks of a run. Without a user that joined, the first one alone says something.
    static func all(of report: LoadReport) -> [RunCheck] {
        if let failure = report.joinFailure {
            return [RunCheck(kind: .connection, name: "a user joins", held: false, found: failure)]
        }
        var checks = [
            RunCheck(
                kind: .generator, name: "the generator is on time", held: !report.isLate,
                found:
                    "\(Measure.lag.text(report.lag)) late at the 99th percentile, at most \(Measure.lag.text(report.lagBound)) allowed"
            )
        ]
        checks += report.verdicts.map { verdict in
            let end = report.abort.flatMap { verdict.endedRun ? "; it ended the run after \($0.second) s" : nil }
            return RunCheck(
                kind: .threshold, name: verdict.threshold.text, held: verdict.held,
                found: "found \(verdict.foundText)\(end ?? "")")
        }
        checks += report.failsByExpectations ? failedExpectations(report.result.failures) : []
        if report.outcome == .interrupted {
            checks.append(
                RunCheck(
                    kind: .generator, name: "the run goes on to its end", held: false, found: "it was interrupted"))
        }
        if report.result.endedInWarmup {
            checks.append(
                RunCheck(
                    kind: .generator, name: "the run is longer than its warm-up", held: false,
                    found: "nothing was measured"))
        }
        if report.isRefused {
            checks.append(
                RunCheck(kind: .connection, name: "requests are accepted", held: false, found: "every one was refused"))
        }
        checks += report.commands.map {
            RunCheck(kind: .command, name: $0.plan.text, held: !$0.isFailure, found: "\($0.momentText): \($0.endText)")
        }
        return checks
    }

    /// A check for each place of the script (`talk.riffle.yaml:12`) where an expectation failed, with the first failure there
    /// in words. Readers of reports tell checks apart by their names, so users that fail at one place share one.
    private static func failedExpectations(_ failures: [String]) -> [RunCheck] {
        let places = failures.map { $0.split(separator: ":", maxSplits: 2).prefix(2).joined(separator: ":") }
        let byPlace = Dictionary(grouping: failures.indices) { places[$0] }
        return byPlace.values.sorted { $0[0] < $1[0] }.map { indices in
            let more = indices.count > 1 ? " (and \(indices.count - 1) more there)" : ""
            return RunCheck(
                kind: .expectation, name: "expectation at \(places[indices[0]])", held: false,
                found: failures[indices[0]] + more)
        }
    }
}
