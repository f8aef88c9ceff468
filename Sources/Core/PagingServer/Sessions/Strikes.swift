import PagingEngine

/// Counts a connection's bad objects.
struct Strikes: Sendable {
    private var moments: [Instant] = []

    /// Adds one and returns whether there are now `limit` within `milliseconds`.
    mutating func add(at now: Instant, limit: Int, withinMilliseconds milliseconds: Int64) -> Bool {
        moments.removeAll { now.milliseconds(since: $0) >= milliseconds }
        moments.append(now)
        return moments.count >= limit
    }
}
