import PagingEngine

/// Lets through `rate` objects a second on average and a second's worth at once.
struct TokenBucket: Sendable {
    private let rate: Int64
    /// In thousandths, so that a millisecond adds `rate` of them.
    private var tokens: Int64
    private var filledAt: Instant

    init(ratePerSecond: Int, now: Instant) {
        rate = Int64(ratePerSecond)
        tokens = rate * 1_000
        filledAt = now
    }

    /// From one token to the next at most, in whole milliseconds.
    static func waitMilliseconds(ratePerSecond: Int) -> Int64 { Int64((1_000 + ratePerSecond - 1) / ratePerSecond) }

    mutating func take(at now: Instant) -> Bool {
        let passed = min(max(now.milliseconds(since: filledAt), 0), 1_000)
        tokens = min(tokens + passed * rate, rate * 1_000)
        filledAt = now
        guard tokens >= 1_000 else { return false }
        tokens -= 1_000
        return true
    }
}
