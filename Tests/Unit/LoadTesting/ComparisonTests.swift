import Foundation
import PagingEngine
import TestSupport
import Testing

@testable import LoadTesting

/// Runs compared with others whose true ratio is known.
@Suite struct ComparisonTests {
    /// A run whose latency wanders around a middle, as JSON reports tell it.
    private func run(
        middle: Double, spread: Double = 0.1, seconds: Int = 80, seed: UInt64, gaps: Int = 0, users: Int = 100,
        whole: Double? = nil, outcome: String = "passed", failedChecks: Int = 0
    ) throws -> ReportedRun {
        var random = SplitMix(seed: seed)
        var drift = 0.0
        let timeline = (0..<seconds).map { _ in
            // Neighbouring seconds resemble each other.
            drift = 0.7 * drift + spread * (random.share - 0.5)
            let value = Int64(middle * (1 + drift))
            return
                "{\"measures\": {\"deliver\": {\"count\": 50, \"p50\": \(value), \"p95\": \(2 * value), \"p99\": \(3 * value)}}}"
        }
        let text = """
            {"riffleLoad": 1, "title": "t", "target": "x", "started": null, "outcome": "\(outcome)", "reason": "why",
             "durationMicroseconds": 1, "peakUsers": \(users), "conditions": {}, "failureCount": 0,
             "counts": {"connectFailures": 0, "reach": 1, "gaps": \(gaps), "duplicates": 0, "diverged": 0,
                        "unreadable": 0, "rejections": {}, "checks": {"it": {"passed": 9, "failed": \(failedChecks)}}},
             "measures": {"deliver": {"count": 6000, "p50": \(Int(middle)), "p95": \(Int(2 * (whole ?? middle))),
                                      "p99": \(Int(3 * (whole ?? middle)))}},
             "timeline": [\(timeline.joined(separator: ","))]}
            """
        return try JSONDecoder().decode(ReportedRun.self, from: Data(text.utf8))
    }

    @Test func theReportOfARunIsRead() throws {
        let run = try JSONDecoder().decode(ReportedRun.self, from: Data(SampleRun.report().json.utf8))
        #expect(run.timeline[1].measures["ack"]?.p50 == 700_415)
        #expect(run.counts.gaps == 1 && run.peakUsers == 41)
    }

    @Test(arguments: [
        (1.3, RunComparison.ComparisonVerdict.slower), (0.7, .faster), (1.0, .same),
    ])
    func aDifferenceIsFound(ratio: Double, verdict: RunComparison.ComparisonVerdict) throws {
        let comparison = RunComparison(
            old: try run(middle: 10_000, seed: 1), new: try run(middle: 10_000 * ratio, seed: 2), tolerance: 0.05)
        #expect(comparison.rows.map(\.name) == ["deliver p50", "deliver p95", "deliver p99"])
        #expect(comparison.rows.allSatisfy { $0.verdict == verdict }, "\(comparison.rows)")
        #expect(comparison.verdict == (verdict == .slower ? .worse : .notWorse))
    }

    @Test func noiseAndShortRunsDecideNothing() throws {
        let noisy = RunComparison(
            old: try run(middle: 10_000, spread: 1.5, seconds: 12, seed: 3),
            new: try run(middle: 10_800, spread: 1.5, seconds: 12, seed: 4), tolerance: 0.05)
        #expect(noisy.rows.allSatisfy { $0.verdict == .undecided }, "\(noisy.rows)")
        let short = RunComparison(
            old: try run(middle: 10_000, seconds: 9, seed: 5), new: try run(middle: 20_000, seconds: 9, seed: 6),
            tolerance: 0.05)
        #expect(short.rows.allSatisfy { $0.ratio == nil && $0.verdict == .undecided }, "\(short.rows)")
        #expect(short.verdict == .undecided && noisy.verdict == .undecided)
    }

    /// The interval holds the true ratio about as often as it promises: few pairs of equal runs are called slower.
    @Test func equalRunsAreSeldomCalledSlower() throws {
        let pairs = Effort.rounds(10, of: 60)
        let alarms = try (0..<pairs).count { number in
            let pair = try (1...2).map {
                try run(middle: 10_000, spread: 0.4, seconds: 30, seed: UInt64(number * 2 + $0))
            }
            return RunComparison(old: pair[0], new: pair[1], tolerance: 0).rows[0].verdict == .slower
        }
        #expect(alarms <= pairs / 15, "expected at most \(pairs / 15) of \(pairs), got \(alarms)")
    }

    @Test func figuresAtTheEndOfTheirRangeAreCompared() throws {
        #expect(
            RatioEstimate(old: Array(repeating: .max, count: 10), new: Array(repeating: .max, count: 10))?.ratio == 1)
    }

    @Test func moreGapsAreWorse() throws {
        let comparison = RunComparison(
            old: try run(middle: 10_000, seed: 7, gaps: 1), new: try run(middle: 10_000, seed: 8, gaps: 2),
            tolerance: 0.05)
        #expect(comparison.verdict == .worse)
        #expect(comparison.counts == [RunComparison.CountComparison(name: "gaps", old: 1, new: 2, isWorse: true)])
    }

    /// An outage of some seconds changes no median; the whole run shows it.
    @Test func someSlowSecondsAreNotCalledTheSame() throws {
        let comparison = RunComparison(
            old: try run(middle: 10_000, seed: 1), new: try run(middle: 10_000, seed: 2, whole: 900_000),
            tolerance: 0.05)
        #expect(comparison.rows.map(\.verdict) == [.same, .same, .same])
        #expect(comparison.rows.map(\.hasSlowSeconds) == [false, true, true])
        #expect(comparison.rows.map(\.new) == ["10.0 ms", "1.80 s", "2.70 s"])
        #expect(comparison.verdict == .undecided)
    }

    @Test func aRunThatFailsIsWorseAndAVoidOneDecidesNothing() throws {
        let old = try run(middle: 10_000, seed: 1)
        let failed = RunComparison(old: old, new: try run(middle: 10_000, seed: 2, outcome: "failed"), tolerance: 0.05)
        #expect(failed.verdict == .worse && failed.warnings == ["the new run failed: why"])
        let void = RunComparison(old: old, new: try run(middle: 10_000, seed: 2, outcome: "invalid"), tolerance: 0.05)
        #expect(void.verdict == .undecided && void.warnings == ["the new run is invalid: why"])
        let late = RunComparison(old: old, new: try run(middle: 30_000, seed: 2, outcome: "invalid"), tolerance: 0.05)
        #expect(late.verdict == .undecided, "its figures say nothing, however slow they are")
        let checks = RunComparison(old: old, new: try run(middle: 10_000, seed: 2, failedChecks: 4), tolerance: 0.05)
        #expect(checks.verdict == .worse && checks.counts.map(\.name) == ["failed checks"])
        let again = RunComparison(
            old: try run(middle: 10_000, seed: 1, failedChecks: 100),
            new: try run(middle: 10_000, seed: 2, failedChecks: 104), tolerance: 0.05)
        #expect(again.verdict == .notWorse, "within the tolerance")
        let longer = RunComparison(
            old: try run(middle: 10_000, seconds: 60, seed: 1, failedChecks: 100),
            new: try run(middle: 10_000, seconds: 120, seed: 2, failedChecks: 200), tolerance: 0.05)
        #expect(longer.verdict == .notWorse && longer.warnings.count == 1, "as many in a second")
    }

    @Test func aMeasureThatIsGoneDecidesNothing() throws {
        var new = try run(middle: 10_000, seed: 2)
        new.timeline = new.timeline.map { _ in ReportedRun.Second(measures: [:]) }
        new.measures = [:]
        let comparison = RunComparison(old: try run(middle: 10_000, seed: 1), new: new, tolerance: 0.05)
        #expect(comparison.rows.allSatisfy(\.isMissing) && comparison.verdict == .undecided)
    }

    @Test func droppedStartsAreWorseAndLostAgentsAreSaid() throws {
        let old = try run(middle: 10_000, seed: 1)
        var dropped = try run(middle: 10_000, seed: 2)
        dropped.counts.droppedStarts = 9
        #expect(RunComparison(old: old, new: dropped, tolerance: 0.05).verdict == .notWorse, "the old one has none")
        var none = old
        none.counts.droppedStarts = 0
        let worse = RunComparison(old: none, new: dropped, tolerance: 0.05)
        #expect(worse.verdict == .worse && worse.counts.map(\.name) == ["dropped starts"])
        var shrunk = try run(middle: 10_000, seed: 2)
        shrunk.agents = [.init(lostShare: 0), .init(lostShare: 0.5)]
        let doubted = RunComparison(old: old, new: shrunk, tolerance: 0.05)
        #expect(doubted.warnings == ["the new run lost agents with 50 % of its users"])
    }

    /// A file may be damaged; sums of what is plausible do not overflow.
    @Test func countsOfNoRunAreFound() throws {
        var run = try run(middle: 10_000, seed: 1)
        #expect(run.isPlausible)
        run.counts.rejections = ["a": .max, "b": 1]
        #expect(!run.isPlausible)
        run.counts.rejections = Dictionary(uniqueKeysWithValues: (0..<5_001).map { ("\($0)", 1) })
        #expect(!run.isPlausible)
        run.counts.rejections = [:]
        (run.counts.expectedEvents, run.counts.receivedEvents) = (.min, 1)
        #expect(!run.isPlausible)
    }

    @Test func differentRunsAreDoubted() throws {
        let comparison = RunComparison(
            old: try run(middle: 10_000, seed: 9), new: try run(middle: 10_000, seed: 9, users: 200), tolerance: 0.05)
        #expect(comparison.warnings == ["the runs have 100 users and 200 users"])
    }
}

extension SplitMix {
    /// From 0 to 1.
    fileprivate var share: Double {
        mutating get { Double(next() >> 11) / Double(1 << 53) }
    }
}
