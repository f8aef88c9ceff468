/// What a load run, or one worker of it, has measured.
package struct LoadResult: Hashable, Sendable, Codable {
    /// Latency from the intended moment, and beside it the naive one from when the generator came to it.
    package struct Latencies: Hashable, Sendable, Codable {
        package var corrected = Distribution()
        package var naive = Distribution()

        package init() {}
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

        package init() {}
    }

    package var title: String
    package var seed: UInt64
    /// Microseconds from the first intended start to the end.
    package var duration: Int64 = 0
    /// Users that are part of the run at this moment, and the most there were at a time.
    package var users = 0
    package var peakUsers = 0
    package var latencies: [Measure: Latencies] = [:]
    package var counts = LoadCounts()
    /// In order, from the first second of the run.
    package var timeline: [Slice] = []
    /// Expectations of the script that did not hold: the first hundred as `file:line: actor: …`, and how many in all.
    package var failures: [String] = []
    package var failureCount = 0
    /// What has been seen of each room in each life of its server, as long as workers are to be merged; `folded` counts it.
    package var rooms: [String: RoomSightings] = [:]
    /// Why the first user that did not come in did not.
    package var turnedAway: ConnectFailure?
    /// What the generator's processes held of the machine's memory, told by the shell; nil when simulated.
    package var memory: GeneratorMemory?
    /// The generator's own processor time in microseconds, told by the shell; 0 when simulated.
    package var processorTime: Int64 = 0

    package init(title: String, seed: UInt64) {
        self.title = title
        self.seed = seed
    }
}
