import Foundation
import Testing

@testable import LoadTesting

@Suite struct ChartTests {
    private static let counts: [(Double, [Double])] = [
        (0, [0, 1]), (1, [0, 1]), (3, [0, 1, 2, 3]), (4, [0, 1, 2, 3, 4]), (41, [0, 20, 40, 60]),
        (2_001, [0, 1_000, 2_000, 3_000]),
    ]

    @Test(arguments: counts)
    func countsHaveRoundTicks(most: Double, ticks: [Double]) {
        #expect(Axis.fromZero(to: most, wholes: true).ticks == ticks)
    }

    @Test func logarithmicTicksSpanTheValues() {
        let axis = Axis.fitting([340, 812, 950_000])
        #expect(axis.form == .logarithmic)
        #expect(axis.low == 200 && axis.high == 1_000_000)
        #expect(axis.ticks == [1_000, 10_000, 100_000, 1_000_000])
        #expect(axis.place(of: 200) == 0 && axis.place(of: 1_000_000) == 1 && axis.place(of: 0) == 0)
        #expect(abs(axis.place(of: 14_142.135_6) - 0.5) < 1e-6)
        #expect(Axis.fitting([340, 812]).form == .linear, "what differs little is drawn from nothing")
    }

    @Test(arguments: [0.001, 0.5, 1, 1.999, 2, 10, 12_345, 3.6e9])
    func logarithmsAreThoseOfTheLibrary(value: Double) {
        #expect(abs(Axis.log10(value) - log10(value)) < 1e-12)
    }

    /// A minute takes sixty places, an hour no more than a chart has room for.
    @Test func longRunsAreTakenTogether() {
        let slice = LoadResult.Slice()
        #expect(TimelineBuckets(Array(repeating: slice, count: 60)).all.count == 60)
        let hour = TimelineBuckets(Array(repeating: slice, count: 3_601))
        #expect(hour.all.count <= TimelineBuckets.most)
        #expect(hour.all.map(\.seconds).reduce(0, +) == 3_601)
        #expect(hour.label(3_600) == "1:00:00" && hour.label(65) == "1:05")
    }

    /// Three values in one second and none in the next: a line where there are neighbours, a dot where there are none.
    @Test func gapsAreNotBridged() {
        let places: [Mark.Point?] = [(0, 1), (1, 2), nil, (3, 1), nil]
        #expect(
            Mark.lines("k", through: places)
                == "<path class=\"k\" d=\"M0 1L1 2\"/><circle class=\"k\" cx=\"3\" cy=\"1\" r=\"2.5\"/>")
    }

    @Test func thePercentileStairEndsAtTheLargestValue() throws {
        var latencies = LoadResult.Latencies()
        for value: Int64 in 1...1_000 { latencies.corrected.record(value) }
        let chart = try #require(Chart.percentiles(of: .ack, latencies))
        #expect(chart.labels.across.map(\.text) == ["0%", "90%", "99%", "99.9%"], "three nines of a thousand")
        // The axis ends at 1,000 us: the last step is at its top.
        #expect(chart.drawing.contains("V0H464\""))
        #expect(chart.entries == [], "no naive curve without naive values")
        #expect(Chart.percentiles(of: .ack, LoadResult.Latencies()) == nil)
    }
}
