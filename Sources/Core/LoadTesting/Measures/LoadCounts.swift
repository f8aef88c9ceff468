/// Counts of a load run.
package struct LoadCounts: Hashable, Sendable, Codable {
    /// Users that have begun, and those for which an open population had no place.
    package var started = 0
    package var droppedStarts = 0
    package var connectFailures = 0
    /// WebSocket messages and the bytes of their payload, both ways, as the sockets took and delivered them. Simulated messages
    /// have no bytes.
    package var sentMessages = 0
    package var sentBytes = 0
    package var receivedMessages = 0
    package var receivedBytes = 0
    /// Events that members should have received and those they did; their ratio is the reach.
    package var expectedEvents = 0
    package var receivedEvents = 0
    package var offsets = 0
    /// Event numbers left out, event numbers received twice, and digests that differ at the same number.
    package var gaps = 0
    package var duplicates = 0
    package var diverged = 0
    /// Messages that could not be decoded.
    package var unreadable = 0
    /// Requests, connections and joins without an answer.
    package var unanswered = 0
    /// Requests that the room performed.
    package var accepted = 0
    /// Requests refused, by code; connections ended by the other side, by close code or `broken`.
    package var rejections: [String: Int] = [:]
    package var closes: [String: Int] = [:]
    /// HTTP requests without the expected answer, by kind.
    package var httpErrors: [String: Int] = [:]
    /// Checks of the script by name.
    package var checks: [String: CheckCount] = [:]

    package init() {}

    /// Received ÷ expected events; 1 when none were expected.
    package var reach: Double { expectedEvents == 0 ? 1 : Double(receivedEvents) / Double(expectedEvents) }

    /// All refused requests, whatever the code.
    package var refused: Int { rejections.values.reduce(0, +) }

    static var numbers: [WritableKeyPath<LoadCounts, Int>] {
        [
            \.started, \.droppedStarts, \.connectFailures, \.sentMessages, \.sentBytes, \.receivedMessages,
            \.receivedBytes, \.expectedEvents, \.receivedEvents, \.offsets, \.gaps, \.duplicates, \.diverged,
            \.unreadable, \.unanswered, \.accepted,
        ]
    }

    /// Adds the counts of another worker, or of another second.
    package mutating func merge(_ other: LoadCounts) {
        for number in LoadCounts.numbers { self[keyPath: number] += other[keyPath: number] }
        rejections.merge(other.rejections) { $0 + $1 }
        closes.merge(other.closes) { $0 + $1 }
        httpErrors.merge(other.httpErrors) { $0 + $1 }
        for (name, count) in other.checks { checks[name, default: CheckCount()].add(count) }
    }

    /// The counts of the time after `earlier`, which were these counts at an earlier moment.
    func since(_ earlier: LoadCounts) -> LoadCounts {
        var counts = self
        for number in LoadCounts.numbers { counts[keyPath: number] -= earlier[keyPath: number] }
        counts.rejections = LoadCounts.difference(rejections, earlier.rejections)
        counts.closes = LoadCounts.difference(closes, earlier.closes)
        counts.httpErrors = LoadCounts.difference(httpErrors, earlier.httpErrors)
        if checks == earlier.checks {
            counts.checks = [:]
        } else {
            for (name, count) in earlier.checks { counts.checks[name]?.subtract(count) }
            counts.checks = counts.checks.filter { $0.value.all != 0 }
        }
        return counts
    }

    private static func difference(_ counts: [String: Int], _ earlier: [String: Int]) -> [String: Int] {
        guard counts != earlier else { return [:] }
        return counts.merging(earlier) { $0 - $1 }.filter { $0.value != 0 }
    }
}
