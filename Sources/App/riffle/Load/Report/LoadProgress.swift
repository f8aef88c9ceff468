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
    /// The values of each measure.
    private var measures: [Measure: Distribution] = [:]

    mutating func add(_ second: LoadSecond) {
        let slice = second.slice
        users = slice.playing
        actions += slice.actions
        refused += slice.counts.refused
        errors += max(0, slice.errors - slice.counts.refused)
        for measure in Measure.mostWanted + [.lag] {
            if let values = slice.latencies[measure] { measures[measure, default: Distribution()].merge(values) }
        }
    }

    /// Progress as one line of text.
    ///
    /// - Parameters:
    ///   - before: the progress of the line before, `milliseconds` ago.
    ///   - second: seconds since the start.
    func line(after before: LoadProgress, milliseconds: Int64, second: Int64) -> String {
        let rate = Int64(actions - before.actions) * 1_000 / max(1, milliseconds)
        var words = ["\(second)s", "\(users) users", "\(rate) actions/s"]
        if let measure = Measure.mostWanted.first(where: { measures[$0] != nil }), let values = measures[measure] {
            let (middle, late) = (values.value(atPercentile: 50), values.value(atPercentile: 99))
            words.append("\(measure.rawValue) p50 \(LatencyText(middle)) p99 \(LatencyText(late))")
        }
        if refused > 0 { words.append("\(refused) refused") }
        words.append("\(errors) errors")
        if let lag = measures[.lag] { words.append("lag p99 \(LatencyText(lag.value(atPercentile: 99)))") }
        return words.joined(separator: "  ")
    }
}

extension Measure {
    /// The measures of a server in the order in which they are of interest.
    static let mostWanted: [Measure] = [.deliver, .reply, .push, .ack, .transit, .catchUp, .join, .connect, .http]
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
