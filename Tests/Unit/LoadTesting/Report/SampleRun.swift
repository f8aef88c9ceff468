import Scripting

@testable import LoadTesting

/// Small runs with known figures.
enum SampleRun {
    /// Three seconds: nothing is late in the first, the server stalls in the second, nobody acts in the third.
    static var result: LoadResult {
        var result = LoadResult(title: "A talk with 40 followers", seed: 7)
        result.duration = 3_000_000
        result.users = 0
        result.peakUsers = 41
        result.processorTime = 45_000
        result.memory = GeneratorMemory(startBytes: 20_000_000, peakBytes: 20_820_000)
        result.timeline = [
            slice(users: 41, actions: 10, sent: 51, received: 400, [.ack: [800, 900, 1_000, 1_100], .lag: [12, 15]]),
            slice(
                users: 41, actions: 10, sent: 10, received: 20, errors: 2,
                [.ack: [950, 700_000, 900_000], .lag: [11, 40]]),
            slice(users: 0, actions: 0, received: 0, [:]),
        ]
        for slice in result.timeline {
            for (measure, found) in slice.latencies {
                result.latencies[measure, default: LoadResult.Latencies()].corrected.merge(found)
            }
        }
        result.latencies[.ack]?.naive = distribution([800, 900, 950, 1_000, 1_100, 1_200, 1_000_000])
        result.latencies[.skew] = LoadResult.Latencies()
        result.latencies[.skew]?.corrected = distribution([0, 16_384, 65_536])
        result.counts = counts
        return result
    }

    private static var counts: LoadCounts {
        var counts = LoadCounts()
        counts.started = 41
        (counts.sentMessages, counts.sentBytes) = (61, 5_120)
        (counts.receivedMessages, counts.receivedBytes) = (420, 123_456)
        (counts.expectedEvents, counts.receivedEvents) = (400, 399)
        counts.gaps = 1
        counts.accepted = 4
        counts.rejections = ["held": 2, "noRight": 1]
        counts.closes = ["4003": 1]
        return counts
    }

    static func report() throws -> LoadReport {
        LoadReport(
            result, target: "ws://127.0.0.1:7420",
            start: LoadReport.Start(text: "2026-11-21 22:40:00 UTC", unixMilliseconds: 1_795_300_800_000),
            conditions: [LoadReport.Condition("workers", "2"), LoadReport.Condition("riffle", "0.6")],
            verdicts: [
                try verdict("ack.p50 < 100ms", found: 1_000),
                try verdict("gaps == 0", found: 1),
            ])
    }

    /// A threshold by its text, and what was found.
    static func verdict(_ text: String, found: Double?) throws -> Verdict {
        let threshold = try Threshold(text)
        return Verdict(
            threshold, found: found, held: found.map { threshold.relation.holds($0, threshold.bound) } ?? false)
    }

    static func agent(_ name: String) -> AgentOutcome {
        AgentOutcome(name: name, clock: ClockOffset(), share: 0.5)
    }

    /// An agent that was lost with its half of the users.
    static func lostAgent(_ name: String) -> AgentOutcome {
        var lost = SampleRun.agent(name)
        lost.lostShare = 0.5
        lost.losses = [AgentOutcome.WorkerLoss(second: 12, reason: "\(name) was silent for 5 s")]
        return lost
    }

    static func distribution(_ values: [Int64]) -> Distribution {
        values.reduce(into: Distribution()) { $0.record($1) }
    }

    private static func slice(
        users: Int, actions: Int, sent: Int = 0, received: Int, errors: Int = 0, _ values: [Measure: [Int64]]
    ) -> LoadResult.Slice {
        var slice = LoadResult.Slice()
        (slice.users, slice.actions, slice.errors) = (users, actions, errors)
        (slice.sentMessages, slice.sentBytes) = (sent, sent * 80)
        (slice.receivedMessages, slice.receivedBytes) = (received, received * 300)
        slice.latencies = values.mapValues(distribution)
        return slice
    }
}
