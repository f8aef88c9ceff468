import Support

/// The ratio of two series of figures, one a second, with an interval of confidence.
///
/// The ratio is that of the medians. The interval comes from a moving-block bootstrap (Künsch, "The jackknife and the
/// bootstrap for general stationary observations", 1989): neighbouring seconds resemble each other, so blocks of them are
/// drawn instead of single ones.
struct RatioEstimate: Hashable {
    /// Seconds below which nothing is said.
    static let fewestSeconds = 10
    /// Share of the intervals that contain the true ratio, in percent.
    static let confidence = 99
    private static let draws = 2_000

    let ratio: Double
    let low: Double
    let high: Double

    /// Nil when one of the series is too short. The same series give the same interval.
    init?(old: [Int64], new: [Int64]) {
        guard min(old.count, new.count) >= RatioEstimate.fewestSeconds else { return nil }
        var random = SeedStream(seed: 1)
        let ratios = (0..<RatioEstimate.draws).map { _ in
            RatioEstimate.ratio(RatioEstimate.drawn(old, &random), RatioEstimate.drawn(new, &random))
        }.sorted()
        let tail = RatioEstimate.draws * (100 - RatioEstimate.confidence) / 200
        ratio = RatioEstimate.ratio(old, new)
        low = ratios[tail]
        high = ratios[ratios.count - 1 - tail]
    }

    /// As many figures as in `series`, in blocks of neighbours; a block that reaches the end goes on at the start.
    private static func drawn(_ series: [Int64], _ random: inout SeedStream) -> [Int64] {
        let block = blockLength(series.count)
        var drawn: [Int64] = []
        drawn.reserveCapacity(series.count + block)
        while drawn.count < series.count {
            let start = Int(random.within(0...Int64(series.count - 1)))
            for step in 0..<block { drawn.append(series[(start + step) % series.count]) }
        }
        return Array(drawn.prefix(series.count))
    }

    /// The cube root of the number of seconds, the usual choice.
    private static func blockLength(_ count: Int) -> Int {
        (1...).first { ($0 + 1) * ($0 + 1) * ($0 + 1) > count } ?? 1
    }

    /// A median of 0 counts as 1, the smallest figure that is recorded.
    private static func ratio(_ old: [Int64], _ new: [Int64]) -> Double { median(new) / median(old) }

    private static func median(_ series: [Int64]) -> Double {
        let sorted = series.sorted()
        let middle = sorted.count / 2
        let value =
            sorted.count % 2 == 1 ? Double(sorted[middle]) : (Double(sorted[middle - 1]) + Double(sorted[middle])) / 2
        return max(1, value)
    }
}
