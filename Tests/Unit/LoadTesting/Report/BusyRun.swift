import PagingEngine
import Scripting

@testable import LoadTesting

/// A run as people have them: minutes long, thousands of users, a stall in the middle.
enum BusyRun {
    static func report(seconds: Int = 40, title: String = "A talk with 2,000 followers") throws -> LoadReport {
        var source = SplitMix(seed: 3)
        var result = LoadResult(title: title, seed: 3)
        result.duration = Int64(seconds) * 1_000_000
        result.peakUsers = 2_001
        for second in 0..<seconds { add(second, of: seconds, to: &result, &source) }
        result.latencies[.skew] = LoadResult.Latencies()
        result.latencies[.skew]?.corrected = SampleRun.distribution((0..<400).map { _ in random(40...9_000, &source) })
        result.counts.started = 2_001
        (result.counts.sentMessages, result.counts.sentBytes) = (seconds * 90, seconds * 9_300)
        (result.counts.expectedEvents, result.counts.receivedEvents) = (seconds * 40_000, seconds * 40_000 - 7)
        result.counts.rejections = ["held": 41]
        result.counts.closes = ["1006": 3]
        result.processorTime = Int64(seconds) * 160_000
        return LoadReport(
            result, target: "ws://127.0.0.1:7420",
            start: LoadReport.Start(text: "2026-11-21 22:40:00 UTC", unixMilliseconds: 1_795_300_800_000),
            conditions: [
                LoadReport.Condition("machine", "2 cores, Linux 6.1"), LoadReport.Condition("workers", "2"),
            ],
            verdicts: [
                try SampleRun.verdict("deliver.p95 < 100ms", found: 8_400),
                try SampleRun.verdict("gaps == 0", found: 0),
                try SampleRun.verdict("ack.p99 < 50ms", found: 612_000),
            ])
    }

    private static func add(_ second: Int, of seconds: Int, to result: inout LoadResult, _ source: inout SplitMix) {
        var slice = LoadResult.Slice()
        let isStalled = second == seconds / 2
        slice.users = min(2_001, second * 140)
        slice.actions = 60 + Int(random(0...30, &source))
        slice.receivedMessages = isStalled ? 300 : slice.users * 20 + Int(random(0...900, &source))
        slice.errors = second % 13 == 5 ? 2 : 0
        result.counts.receivedMessages += slice.receivedMessages
        result.counts.receivedBytes += slice.receivedMessages * 130
        for (measure, range, count) in [
            (Measure.ack, Int64(300)...1_500, 60), (.deliver, 400...6_000, 100), (.lag, 5...160, 30),
            (.join, 900...4_000, second < 15 ? 70 : 0),
        ] where count > 0 {
            let values = (0..<count).map { _ in wait(range, isStalled && measure != .lag, &source) }
            let found = SampleRun.distribution(values)
            slice.latencies[measure] = found
            result.latencies[measure, default: LoadResult.Latencies()].corrected.merge(found)
            guard measure == .ack || measure == .join else { continue }
            let naive = SampleRun.distribution(values.map { min($0, range.upperBound + 2_000) })
            result.latencies[measure]?.naive.merge(naive)
        }
        result.timeline.append(slice)
    }

    private static func wait(_ range: ClosedRange<Int64>, _ isStalled: Bool, _ source: inout SplitMix) -> Int64 {
        let usual = random(range, &source) + (random(0...50, &source) == 0 ? random(0...9_000, &source) : 0)
        return isStalled ? random(1_000...1_000_000, &source) : usual
    }

    private static func random(_ range: ClosedRange<Int64>, _ source: inout SplitMix) -> Int64 {
        Int64.random(in: range, using: &source)
    }
}
