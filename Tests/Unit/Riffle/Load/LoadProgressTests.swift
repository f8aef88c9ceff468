import LoadTesting
import Testing

@testable import riffle

@Suite struct LoadProgressTests {
    /// The line has the measure that says most about the server: rooms deliver, other servers reply or push.
    @Test func theLineHasWhatTheServerDoes() {
        func line(_ measures: [Measure]) -> String {
            var slice = LoadResult.Slice()
            for measure in measures {
                var values = Distribution()
                values.record(2_000)
                slice.latencies[measure] = values
            }
            var progress = LoadProgress()
            progress.add(LoadSecond(number: 0, slice))
            return progress.line(after: LoadProgress(), milliseconds: 1_000, second: 1)
        }
        #expect(line([.lag, .connect, .reply]).contains("reply p50 2.0 ms p99 2.0 ms  0 errors  lag p99 2.0 ms"))
        #expect(line([.reply, .deliver, .ack]).contains("deliver p50") && line([.push]).contains("push p50"))
        #expect(!line([.lag]).contains("p50"))
    }

    /// A room that refuses a request is no fault of the run; the timeline counts both.
    @Test func refusalsAreNoErrors() {
        var slice = LoadResult.Slice()
        slice.playing = 3
        slice.errors = 5
        slice.counts.rejections = ["held": 1, "forbidden": 2]
        var progress = LoadProgress()
        progress.add(LoadSecond(number: 0, slice))
        progress.add(LoadSecond(number: 1, slice))
        #expect(progress.refused == 6 && progress.errors == 4)
        let line = progress.line(after: LoadProgress(), milliseconds: 1_000, second: 1)
        #expect(line.contains("3 users") && line.contains("6 refused  4 errors"), "\(line)")
    }
}
