import LoadTesting
import Testing

@testable import riffle

@Suite struct LoadProgressTests {
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
