import LoadTesting

/// Where a run, or one worker's share of it, stands.
struct LoadProgress: Codable, Hashable, Sendable {
    /// At this moment.
    var users = 0
    /// Since the beginning.
    var actions = 0
    var receivedMessages = 0
    var errors = 0
    /// To a thirtieth: workers send them every second.
    var deliver = Distribution()
    var lag = Distribution()

    init() {}

    init(_ result: LoadResult) {
        users = result.users
        receivedMessages = result.counts.receivedMessages
        for slice in result.timeline {
            actions += slice.actions
            errors += slice.errors
        }
        deliver = result.latencies[.deliver]?.corrected.coarse ?? Distribution()
        lag = result.latencies[.lag]?.corrected.coarse ?? Distribution()
    }

    /// The whole of several shares.
    init(_ shares: [LoadProgress]) {
        for share in shares {
            users += share.users
            actions += share.actions
            receivedMessages += share.receivedMessages
            errors += share.errors
            deliver.merge(share.deliver)
            lag.merge(share.lag)
        }
    }

    /// One line for people.
    ///
    /// - Parameters:
    ///   - before: what was said last, `milliseconds` before.
    ///   - second: since the start.
    func line(after before: LoadProgress, milliseconds: Int64, second: Int64) -> String {
        let rate = Int64(actions - before.actions) * 1_000 / max(1, milliseconds)
        var words = ["\(second)s", "\(users) users", "\(rate) actions/s"]
        if deliver.count > 0 {
            let (middle, late) = (deliver.value(atPercentile: 50), deliver.value(atPercentile: 99))
            words.append("deliver p50 \(LatencyText(middle)) p99 \(LatencyText(late))")
        }
        words.append("\(errors) errors")
        if lag.count > 0 { words.append("lag p99 \(LatencyText(lag.value(atPercentile: 99)))") }
        return words.joined(separator: "  ")
    }
}

/// A time in microseconds as people read it: `850 µs`, `12.3 ms`, `1.25 s`.
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
