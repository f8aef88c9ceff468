import PagingEngine
import Testing

@testable import LoadTesting

@Suite struct RankedValuesTests {
    /// The histogram's own answers, for every percentile that is asked for and many that are not.
    @Test(arguments: [1, 2, 7, 100, 1_000])
    func answersAsTheHistogram(count: Int) {
        var source = SplitMix(seed: UInt64(count))
        let distribution = SampleRun.distribution(
            (0..<count).map { _ in Int64.random(in: 0...1_500, using: &source) })
        let ranked = RankedValues(distribution)
        #expect(ranked.count == distribution.count && ranked.maximum == distribution.maximum)
        for percent in [1, 10, 49.9, 50, 90, 95, 99, 99.9, 99.99, 100] {
            #expect(ranked.value(atPercentile: percent) == distribution.value(atPercentile: percent), "p\(percent)")
        }
    }

    @Test func nothingIsNought() {
        let ranked = RankedValues(Distribution())
        #expect(ranked.count == 0 && ranked.maximum == 0 && ranked.value(atPercentile: 99) == 0)
    }
}
