/// A time to let pass, chosen between two bounds: evenly, or most often short.
package struct Pause: Hashable, Sendable {
    package var milliseconds: ClosedRange<Int64>
    /// The mean of an exponential distribution, cut off at the upper bound; nil: every time within the bounds is as likely
    /// as any other.
    package var meanMilliseconds: Int64?

    package init(milliseconds: ClosedRange<Int64>) {
        self.milliseconds = milliseconds
    }

    /// As people pause who do not wait for each other: exponentially with this mean, at most 20 times as long.
    package init(meanMilliseconds mean: Int64) {
        milliseconds = 0...mean * Int64(ExponentialTime.longestMeans)
        meanMilliseconds = mean
    }

    /// One of the times.
    package func choose(using source: inout some RandomNumberGenerator) -> Int64 {
        guard let meanMilliseconds else { return Int64.random(in: milliseconds, using: &source) }
        let chosen = ExponentialTime(mean: Double(meanMilliseconds)).next(using: &source)
        return min(Int64(chosen.rounded()), milliseconds.upperBound)
    }
}
