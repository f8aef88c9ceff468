import LoadTesting

/// Progress of a run: the sum of its seconds.
struct LoadProgress: Hashable {
    /// Users that are part of the run now.
    private(set) var users = 0
    /// Counts since the start of the run.
    private(set) var actions = 0
    /// Requests refused by the room; they are no faults.
    private(set) var refused = 0
    private(set) var errors = 0
    private(set) var deliver = Distribution()
    private(set) var lag = Distribution()

    mutating func add(_ second: LoadSecond) {
        let slice = second.slice
        users = slice.playing
        actions += slice.actions
        refused += slice.counts.refused
        errors += max(0, slice.errors - slice.counts.refused)
        if let values = slice.latencies[.deliver] { deliver.merge(values) }
        if let values = slice.latencies[.lag] { lag.merge(values) }
    }

    /// Progress as one line of text.
    ///
    /// - Parameters:
    ///   - before: the progress of the line before, `milliseconds` ago.
    ///   - second: seconds since the start.
    func line(after before: LoadProgress, milliseconds: Int64, second: Int64) -> String {
        let rate = Int64(actions - before.actions) * 1_000 / max(1, milliseconds)
        var words = ["\(second)s", "\(users) users", "\(rate) actions/s"]
        if deliver.count > 0 {
            let (middle, late) = (deliver.value(atPercentile: 50), deliver.value(atPercentile: 99))
            words.append("deliver p50 \(LatencyText(middle)) p99 \(LatencyText(late))")
        }
        if refused > 0 { words.append("\(refused) refused") }
        words.append("\(errors) errors")
        if lag.count > 0 { words.append("lag p99 \(LatencyText(lag.value(atPercentile: 99)))") }
        return words.joined(separator: "  ")
    }
}

/// Time in microseconds as text: `850 µs`, `12.3 ms`, `1.25 s`.
struct LatencyText: CustomStringConvertible {
    let description: String

    init(_ microseconds: Int64) {
        switch microseconds {
        case ..<1_000: description = "\(microseconds) µs"
        case ..<1_000_000: description = "\(microseconds / 1_000).\(microseconds / 100 % 10) ms"
        default:
            let hundredths = microseconds / 10_000
            let cents = hundredths % 100
            description = "\(hundredths / 100).\(cents < 10 ? "0" : "")\(cents) s"
        }
    }
}
