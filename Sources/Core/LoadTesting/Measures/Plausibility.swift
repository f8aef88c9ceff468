/// Whether numbers that another process sent can be of a run: sums of such numbers over all workers do not overflow.
package enum Plausibility {
    /// The largest count or time: 35 years in microseconds, a pebibyte in bytes.
    static let most: Int64 = 1 << 50

    static func holds(counts: some Collection<Int>) -> Bool {
        counts.allSatisfy { (0...Int(most)).contains($0) }
    }

    static func holds(times: some Collection<Int64>) -> Bool {
        times.allSatisfy { (-most...most).contains($0) }
    }
}

extension BarrierState {
    package var isPlausible: Bool { Plausibility.holds(counts: [round, waiting, expected]) }
}

extension LoadSecond {
    package var isPlausible: Bool { Plausibility.holds(counts: [number, workers]) && slice.isPlausible }
}

extension LoadResult {
    package var isPlausible: Bool {
        let memory = memory.map { [$0.startBytes, $0.peakBytes] } ?? []
        return Plausibility.holds(counts: [users, peakUsers, warmupSeconds, failureCount] + memory)
            && Plausibility.holds(times: [duration, processorTime])
            && counts.isPlausible && timeline.allSatisfy(\.isPlausible) && rooms.values.allSatisfy(\.isPlausible)
    }
}

extension LoadResult.Slice {
    var isPlausible: Bool {
        let numbers = [
            users, playing, actions, sentMessages, sentBytes, receivedMessages, receivedBytes, errors, failures,
        ]
        return Plausibility.holds(counts: numbers) && counts.isPlausible
    }
}

extension LoadCounts {
    var isPlausible: Bool {
        Plausibility.holds(counts: LoadCounts.numbers.map { self[keyPath: $0] })
            && [rejections, closes, httpErrors].allSatisfy { Plausibility.holds(counts: $0.values) }
            && checks.values.allSatisfy { Plausibility.holds(counts: [$0.passed, $0.failed]) }
    }
}

extension RoomSightings {
    var isPlausible: Bool {
        events.values.allSatisfy {
            Plausibility.holds(times: [$0.first, $0.last]) && Plausibility.holds(counts: [$0.receivers])
        }
            && spans.values.allSatisfy {
                Plausibility.holds(times: [$0.at, $0.lowest, $0.highest]) && Plausibility.holds(counts: [$0.windows])
            }
    }
}
