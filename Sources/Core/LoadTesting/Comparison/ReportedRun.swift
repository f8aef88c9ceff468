/// A load run as its JSON report tells it (Protocol/load-reports.md), for a comparison with another one.
package struct ReportedRun: Hashable, Sendable, Decodable {
    /// Percentiles of one measure within one second or the whole run, in its unit.
    package struct ReportedFigures: Hashable, Sendable, Decodable {
        package var count: Int64
        package var p50: Int64
        package var p95: Int64
        package var p99: Int64
    }

    package struct Second: Hashable, Sendable, Decodable {
        package var measures: [String: ReportedFigures]
    }

    package struct ReportedCounts: Hashable, Sendable, Decodable {
        package var connectFailures: Int
        package var reach: Double
        package var gaps: Int
        package var duplicates: Int
        package var diverged: Int
        package var unreadable: Int
        package var rejections: [String: Int]
        /// Nil in reports of before they were counted.
        package var unanswered: Int?
        package var checks: [String: ReportedChecks]?
        package var httpErrors: [String: Int]?
        package var closes: [String: Int]?
        package var expectedEvents: Int?
        package var receivedEvents: Int?
        package var droppedStarts: Int?

        /// Events that members should have received and did not.
        var missedEvents: Int? {
            guard let expectedEvents, let receivedEvents else { return nil }
            return max(0, expectedEvents - receivedEvents)
        }

        /// Connections that the other side ended, but for those with the code of a normal end.
        var closed: Int? { closes?.filter { $0.key != "1000" }.values.reduce(0, +) }
    }

    package struct ReportedChecks: Hashable, Sendable, Decodable {
        package var failed: Int
    }

    package struct ReportedWarmup: Hashable, Sendable, Decodable {
        package var seconds: Int
    }

    package struct ReportedAgent: Hashable, Sendable, Decodable {
        /// The part of the run's users that was lost with it.
        package var lostShare: Double
    }

    package struct ReportedAbort: Hashable, Sendable, Decodable {
        package var afterSeconds: Int
    }

    /// The newest version of the form that this program writes. It reads this one and all before it.
    package static let newestVersion = 1

    /// The version of the report's form.
    package var riffleLoad: Int
    package var title: String
    package var target: String
    /// Nil for a simulation.
    package var started: String?
    package var outcome: String
    package var reason: String
    package var durationMicroseconds: Int64
    package var peakUsers: Int
    package var conditions: [String: String]
    package var failureCount: Int
    package var counts: ReportedCounts
    /// Of the whole run.
    package var measures: [String: ReportedFigures]
    package var timeline: [Second]
    /// Nil without a warm-up, as in reports of before there were any.
    package var warmup: ReportedWarmup?
    /// Nil when no threshold ended the run.
    package var abort: ReportedAbort?
    /// Nil without agents.
    package var agents: [ReportedAgent]?

    /// Names with a count of their own; sums of so many do not overflow.
    private static let mostTallies = 5_000

    /// Whether its counts can be of a run.
    package var isPlausible: Bool {
        let others = [counts.unanswered, counts.expectedEvents, counts.receivedEvents, counts.droppedStarts]
        let numbers = [
            failureCount, peakUsers, counts.connectFailures, counts.gaps, counts.duplicates, counts.diverged,
        ]
        let tallies =
            [counts.rejections, counts.closes ?? [:], counts.httpErrors ?? [:]].flatMap(\.values)
            + (counts.checks ?? [:]).values.map(\.failed)
        return Plausibility.holds(numbers + [counts.unreadable] + others.compactMap(\.self) + tallies)
            && tallies.count <= ReportedRun.mostTallies && timeline.count <= LoadResult.mostSlices
    }

    /// The seconds that figures count.
    var measuredSeconds: ArraySlice<Second> { timeline.dropFirst(max(0, warmup?.seconds ?? 0)) }
}
