/// The measures of a load run, or of one worker of it.
package struct LoadResult: Hashable, Sendable, Codable {
    /// Latencies from the intended moment, and the naive ones from when the generator acted.
    package struct Latencies: Hashable, Sendable, Codable {
        package var corrected = Distribution()
        package var naive = Distribution()

        package init() {}

        mutating func merge(_ other: Latencies) {
            corrected.merge(other.corrected)
            naive.merge(other.naive)
        }
    }

    /// The measures of one actor's users.
    package struct Actor: Hashable, Sendable, Codable {
        package var name: String
        package var tag: String?
        /// Whether they stay out of the measures of the whole run.
        package var isApart: Bool
        package var latencies: [Measure: Latencies]
    }

    /// One second of the run.
    package struct Slice: Hashable, Sendable, Codable {
        /// Users connected at its end.
        package var users = 0
        package var actions = 0
        package var sentMessages = 0
        package var sentBytes = 0
        package var receivedMessages = 0
        package var receivedBytes = 0
        package var errors = 0
        package var latencies: [Measure: Distribution] = [:]
        /// The same by group of actors, such as `{tag:slow}`.
        package var groups: [String: [Measure: Distribution]] = [:]
        /// Users that are part of the run at its end, connected or not.
        package var playing = 0
        /// The most users at one time in it; of several workers the sum, as if they came at the same moment.
        package var mostPlaying = 0
        /// Counts of this second, and expectations of the script that failed in it.
        package var counts = LoadCounts()
        package var failures = 0

        package init() {}

        /// Adds the same second of another worker, or another second.
        mutating func merge(_ other: Slice) {
            users += other.users
            playing += other.playing
            mostPlaying += other.mostPlaying
            counts.merge(other.counts)
            failures += other.failures
            actions += other.actions
            sentMessages += other.sentMessages
            sentBytes += other.sentBytes
            receivedMessages += other.receivedMessages
            receivedBytes += other.receivedBytes
            errors += other.errors
            for (measure, values) in other.latencies { latencies[measure, default: Distribution()].merge(values) }
            for (group, theirs) in other.groups {
                for (measure, values) in theirs {
                    groups[group, default: [:]][measure, default: Distribution()].merge(values)
                }
            }
        }
    }

    package var title: String
    package var seed: UInt64
    /// Microseconds from the first intended start to the end.
    package var duration: Int64 = 0
    /// Users that are part of the run now, and the most at one time.
    package var users = 0
    package var peakUsers = 0
    /// Seconds at the start of the run that `latencies`, those of the actors, and `counts` leave out; `timeline` has them.
    package var warmupSeconds = 0
    /// Of all users but those of actors that are apart.
    package var latencies: [Measure: Latencies] = [:]
    /// In the order of the script.
    package var actors: [Actor] = []
    package var counts = LoadCounts()
    /// In order, from the first second of the run.
    package var timeline: [Slice] = []
    /// Failed expectations of the script: the first hundred as `file:line: actor: …`, and the number of all.
    package var failures: [String] = []
    package var failureCount = 0
    /// Sightings by room and life of its server, until the workers are merged; `folded` turns them into measures.
    package var rooms: [String: RoomSightings] = [:]
    /// Reason why the first user that failed to join was not admitted.
    package var connectFailure: ConnectFailure?
    /// Whether a user got in: into its room, or through the handshake of a plain endpoint.
    package var hasAdmitted = false
    /// Resident memory of the generator's processes, added by the shell; nil when simulated.
    package var memory: GeneratorMemory?
    /// The generator's own processor time in microseconds, added by the shell; 0 when simulated.
    package var processorTime: Int64 = 0

    /// Seconds of the longest timeline: a day. Later values count for the last one.
    package static let mostSlices = 86_400

    package init(title: String, seed: UInt64) {
        self.title = title
        self.seed = seed
    }

    /// Adds the measures of another worker in the same run.
    package mutating func merge(_ other: LoadResult) {
        duration = max(duration, other.duration)
        users += other.users
        latencies.add(other.latencies)
        if actors.count == other.actors.count {
            for place in actors.indices { actors[place].latencies.add(other.actors[place].latencies) }
        }
        counts.merge(other.counts)
        mergeTimeline(other.timeline)
        // Peaks of workers may come at different times, so those of the same second count.
        peakUsers = max(peakUsers, other.peakUsers, timeline.map(\.mostPlaying).max() ?? 0)
        failures = Array((failures + other.failures).prefix(LoadRecorder.failuresKept))
        failureCount += other.failureCount
        processorTime += other.processorTime
        connectFailure = ConnectFailure.first(connectFailure, other.connectFailure)
        hasAdmitted = hasAdmitted || other.hasAdmitted
        if let theirs = other.memory { memory?.add(theirs) }
        for (room, sightings) in other.rooms {
            counts.diverged += rooms[room, default: RoomSightings()].merge(sightings)
        }
    }

    /// The result with sightings turned into measures. Call it after all workers are merged.
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
        let second = Int(max(0, moment / 1_000_000))
        if second >= warmupSeconds { latencies[measure, default: Latencies()].corrected.record(value) }
        guard timeline.indices.contains(second) else { return }
        timeline[second].latencies[measure, default: Distribution()].record(value)
    }

    /// A worker that has ended has no users connected after its last second.
    private mutating func mergeTimeline(_ other: [Slice]) {
        while timeline.count < other.count { timeline.append(Slice()) }
        for (second, slice) in other.enumerated() {
            timeline[second].merge(slice)
        }
    }
}

extension [Measure: LoadResult.Latencies] {
    mutating func add(_ other: [Measure: LoadResult.Latencies]) {
        for (measure, values) in other {
            if self[measure]?.merge(values) == nil { self[measure] = values }
        }
    }
}
