/// A rate limit: `ratePerSecond` units a second on average, and at most one second's worth at once.
package struct TokenBucket: Hashable, Sendable {
    private let rate: Int64
    /// Thousandths of a unit, so that a millisecond adds `rate` of them.
    private var tokens: Int64
    private var filledAt: Int64

    /// A full bucket.
    ///
    /// - Parameter now: milliseconds of a clock that never goes back.
    package init(ratePerSecond: Int, atMilliseconds now: Int64) {
        rate = Int64(ratePerSecond)
        tokens = rate * 1_000
        filledAt = now
    }

    /// The longest time from one unit to the next, rounded up to whole milliseconds.
    package static func waitMilliseconds(ratePerSecond: Int) -> Int64 {
        Int64((1_000 + ratePerSecond - 1) / ratePerSecond)
    }

    /// Takes one unit; false when there is none.
    package mutating func take(atMilliseconds now: Int64) -> Bool {
        let passed = min(max(now - filledAt, 0), 1_000)
        tokens = min(tokens + passed * rate, rate * 1_000)
        filledAt = now
        guard tokens >= 1_000 else { return false }
        tokens -= 1_000
        return true
    }
}
