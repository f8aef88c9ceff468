/// A random time between two bounds, evenly or exponentially distributed.
package struct Pause: Hashable, Sendable {
    package var milliseconds: ClosedRange<Int64>
    /// The mean of an exponential distribution, cut off at the upper bound; nil for an even distribution.
    package var meanMilliseconds: Int64?

    package init(milliseconds: ClosedRange<Int64>) {
        self.milliseconds = milliseconds
    }

    /// An exponential distribution with this mean, at most 20 times as long.
    package init(meanMilliseconds mean: Int64) {
        milliseconds = 0...mean * Int64(ExponentialTime.longestMeans)
        meanMilliseconds = mean
    }

    /// A random time.
    package func choose(using source: inout some RandomNumberGenerator) -> Int64 {
        guard let meanMilliseconds else { return Int64.random(in: milliseconds, using: &source) }
        let chosen = ExponentialTime(mean: Double(meanMilliseconds)).next(using: &source)
        return min(Int64(chosen.rounded()), milliseconds.upperBound)
    }
}
