import WebSocketLoop

/// Turns the counters of refused connections into log entries, one for each interval, however many were refused.
struct RefusalWatch {
    /// Time between two looks at the counters.
    static let milliseconds: Int32 = 5_000

    private var seen: [ConnectionLimiter.Refusal: Int] = [:]

    /// The refusals since the last call, by reason; only reasons with some.
    mutating func newRefusals(_ counts: [ConnectionLimiter.Refusal: Int]) -> [String: Int] {
        defer { seen = counts }
        let fresh = counts.map { ("\($0.key)", $0.value - seen[$0.key, default: 0]) }
        return Dictionary(uniqueKeysWithValues: fresh.filter { $0.1 > 0 })
    }
}
