import LoadTesting
import Testing

@testable import riffle

@Suite struct LoadProgressTests {
    /// A room that refuses a request is no fault of the run; the timeline counts both.
    @Test func refusalsAreNoErrors() {
        var result = LoadResult(title: "a test", seed: 1)
        result.timeline = [LoadResult.Slice()]
        result.timeline[0].errors = 5
        result.counts.rejections = ["held": 1, "forbidden": 2]
        let progress = LoadProgress([LoadProgress(result), LoadProgress(result)])
        #expect(progress.refused == 6 && progress.errors == 4)
        let line = progress.line(after: LoadProgress(), milliseconds: 1_000, second: 1)
        #expect(line.contains("6 refused  4 errors"), "\(line)")
    }
}
