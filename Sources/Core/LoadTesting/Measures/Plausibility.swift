/// Whether numbers that another process sent can be of a run: their sums over all workers and seconds do not overflow.
enum Plausibility {
    /// The largest count or time of a run: 35 years in microseconds, a pebibyte in bytes.
    static let most = 1 << 50
    /// The largest count of a second: 32 GiB in bytes.
    static let mostInSecond = 1 << 35

    static func holds(_ counts: some Collection<Int>, upTo most: Int = most) -> Bool {
        counts.allSatisfy { (0...most).contains($0) }
    }

    static func holds(signed: [Int64]) -> Bool {
        signed.allSatisfy { $0.magnitude <= UInt64(most) }
    }
}

extension BarrierState {
    package var isPlausible: Bool { Plausibility.holds(signed: [round, waiting, expected].map(Int64.init)) }
}

extension EventCause {
    package var isPlausible: Bool {
        Plausibility.holds(signed: [due.microseconds, made.microseconds])
    }
}

extension LoadSecond {
    package var isPlausible: Bool { Plausibility.holds([number, workers]) && slice.isPlausible }
}

extension LoadResult {
    package var isPlausible: Bool {
        let memory = memory.map { [$0.startBytes, $0.peakBytes] } ?? []
        return Plausibility.holds([users, peakUsers, failureCount, Int(duration), Int(processorTime)] + memory)
            && (0...LoadResult.mostSlices).contains(warmupSeconds) && counts.isPlausible(upTo: Plausibility.most)
            && timeline.allSatisfy(\.isPlausible) && rooms.values.allSatisfy(\.isPlausible)
    }
}

extension LoadResult.Slice {
    package var isPlausible: Bool {
        let numbers = [
            users, playing, mostPlaying, actions, sentMessages, sentBytes, receivedMessages, receivedBytes, errors,
            failures,
        ]
        let values = ([latencies] + groups.values).joined().map { Int($0.value.count) }
        return Plausibility.holds(numbers + values, upTo: Plausibility.mostInSecond)
            && counts.isPlausible(upTo: Plausibility.mostInSecond)
    }
}

extension LoadCounts {
    func isPlausible(upTo most: Int) -> Bool {
        Plausibility.holds(LoadCounts.numbers.map { self[keyPath: $0] }, upTo: most)
            && [rejections, closes, httpErrors].allSatisfy { Plausibility.holds($0.values, upTo: most) }
            && checks.values.allSatisfy { Plausibility.holds([$0.passed, $0.failed], upTo: most) }
    }
}

extension RoomSightings {
    var isPlausible: Bool {
        let times =
            events.values.flatMap { [$0.first, $0.last] } + spans.values.flatMap { [$0.at, $0.lowest, $0.highest] }
        return Plausibility.holds(signed: times) && Plausibility.holds(events.values.map(\.receivers))
            && Plausibility.holds(spans.values.map(\.windows))
    }
}
