import Scripting

@testable import LoadTesting

/// Seconds of runs with known figures, and scripts about them.
enum CourseRun {
    /// A second with one value of `deliver` in milliseconds for each number, and some gaps.
    static func second(deliver: [Int64] = [], slow: [Int64] = [], gaps: Int = 0, received: Int = 0) -> LoadResult.Slice
    {
        var slice = LoadResult.Slice()
        func values(_ milliseconds: [Int64]) -> Distribution {
            milliseconds.reduce(into: Distribution()) { $0.record($1 * 1_000) }
        }
        if !deliver.isEmpty { slice.latencies[.deliver] = values(deliver) }
        if !slow.isEmpty { slice.groups["{tag:slow}"] = [.deliver: values(slow)] }
        (slice.counts.gaps, slice.counts.receivedMessages, slice.receivedMessages) = (gaps, received, received)
        return slice
    }

    /// A result of these seconds alone.
    static func result(_ timeline: [LoadResult.Slice], warmup: Int = 0) -> LoadResult {
        var result = LoadResult(title: "a test", seed: 1)
        result.timeline = timeline
        result.warmupSeconds = warmup
        result.duration = Int64(timeline.count) * 1_000_000
        for slice in timeline.dropFirst(warmup) {
            result.counts.merge(slice.counts)
            for (measure, values) in slice.latencies {
                result.latencies[measure, default: LoadResult.Latencies()].corrected.merge(values)
            }
        }
        return result
    }

    static func load(_ thresholds: [String], abortAfter: Int64? = 0, warmup: Int = 0) throws -> LoadScript {
        var load = LoadScript()
        load.warmupSeconds = warmup
        load.thresholds = try thresholds.map { text in
            var threshold = try Threshold(text)
            threshold.abort = abortAfter.map { Threshold.EarlyEnd(afterMilliseconds: $0) }
            return threshold
        }
        return load
    }

    /// A watch that takes one second after the other.
    struct Watch {
        private var watch: AbortWatch
        private var number = 0
        var abort: RunAbort? { watch.abort }

        init?(_ load: LoadScript) {
            guard let watch = AbortWatch(load) else { return nil }
            self.watch = watch
        }

        mutating func note(_ slices: [LoadResult.Slice]) {
            for slice in slices {
                watch.note(LoadSecond(number: number, slice))
                number += 1
            }
        }
    }
}
