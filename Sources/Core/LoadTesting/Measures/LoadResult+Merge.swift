/// The results of several workers as one.
extension LoadResult {
    /// Adds what another worker has measured in the same run.
    package mutating func merge(_ other: LoadResult) {
        duration = max(duration, other.duration)
        users += other.users
        for (measure, values) in other.latencies {
            latencies[measure, default: Latencies()].corrected.merge(values.corrected)
            latencies[measure, default: Latencies()].naive.merge(values.naive)
        }
        counts.merge(other.counts)
        mergeTimeline(other.timeline)
        // Peaks of workers may come at different times; the peak of the merged timeline is a real one.
        peakUsers = max(peakUsers, other.peakUsers, timeline.map(\.users).max() ?? 0)
        failures = Array((failures + other.failures).prefix(LoadRecorder.failuresKept))
        failureCount += other.failureCount
        processorTime += other.processorTime
        turnedAway = ConnectFailure.first(turnedAway, other.turnedAway)
        if let theirs = other.memory { memory?.add(theirs) }
        for (room, sightings) in other.rooms {
            counts.diverged += rooms[room, default: RoomSightings()].merge(sightings)
        }
    }

    /// The same result with the workers' sightings turned into measures. Only after all workers are merged.
    package func folded() -> LoadResult {
        var result = self
        result.rooms = [:]
        for (_, sightings) in rooms.sorted(by: { $0.key < $1.key }) {
            for (_, seen) in sightings.events.sorted(by: { $0.key < $1.key }) where seen.receivers > 1 {
                result.record(.spread, seen.last - seen.first, at: seen.first)
            }
            for (_, span) in sightings.spans.sorted(by: { $0.key < $1.key }) where span.windows > 1 {
                result.record(.skew, span.highest - span.lowest, at: span.at)
            }
        }
        return result
    }

    private mutating func record(_ measure: Measure, _ value: Int64, at moment: Int64) {
        latencies[measure, default: Latencies()].corrected.record(value)
        let second = Int(max(0, moment / 1_000_000))
        guard timeline.indices.contains(second) else { return }
        timeline[second].latencies[measure, default: Distribution()].record(value)
    }

    /// A worker that has ended has no users connected after its last second.
    private mutating func mergeTimeline(_ other: [Slice]) {
        while timeline.count < other.count { timeline.append(Slice()) }
        for (second, slice) in other.enumerated() {
            timeline[second].users += slice.users
            timeline[second].actions += slice.actions
            timeline[second].sentMessages += slice.sentMessages
            timeline[second].sentBytes += slice.sentBytes
            timeline[second].receivedMessages += slice.receivedMessages
            timeline[second].receivedBytes += slice.receivedBytes
            timeline[second].errors += slice.errors
            for (measure, values) in slice.latencies {
                timeline[second].latencies[measure, default: Distribution()].merge(values)
            }
        }
    }
}

extension LoadCounts {
    mutating func merge(_ other: LoadCounts) {
        let numbers: [WritableKeyPath<LoadCounts, Int>] = [
            \.started, \.droppedStarts, \.connectFailures, \.sentMessages, \.sentBytes, \.receivedMessages,
            \.receivedBytes, \.expectedEvents, \.receivedEvents, \.offsets, \.gaps, \.duplicates, \.diverged,
            \.unreadable,
        ]
        for number in numbers { self[keyPath: number] += other[keyPath: number] }
        rejections.merge(other.rejections) { $0 + $1 }
        closes.merge(other.closes) { $0 + $1 }
    }
}
