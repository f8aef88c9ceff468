/// The measures of a load run, or of one worker of it.
package struct LoadResult: Hashable, Sendable, Codable {
    /// Latencies from the intended moment, and the naive ones from when the generator acted.
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
    /// Users that are part of the run now, and the most at one time.
    package var users = 0
    package var peakUsers = 0
    package var latencies: [Measure: Latencies] = [:]
    package var counts = LoadCounts()
    /// In order, from the first second of the run.
    package var timeline: [Slice] = []
    /// Failed expectations of the script: the first hundred as `file:line: actor: …`, and the number of all.
    package var failures: [String] = []
    package var failureCount = 0
    /// Sightings by room and life of its server, until the workers are merged; `folded` turns them into measures.
    package var rooms: [String: RoomSightings] = [:]
    /// Why the first user that did not get in was not admitted.
    package var turnedAway: ConnectFailure?
    /// Resident memory of the generator's processes, added by the shell; nil when simulated.
    package var memory: GeneratorMemory?
    /// The generator's own processor time in microseconds, added by the shell; 0 when simulated.
    package var processorTime: Int64 = 0

    package init(title: String, seed: UInt64) {
        self.title = title
        self.seed = seed
    }
}
