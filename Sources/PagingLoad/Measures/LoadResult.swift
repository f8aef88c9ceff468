/// What a load run, or one worker of it, has measured.
public struct LoadResult: Hashable, Sendable, Codable {
    /// Latency from the intended moment, and beside it the naive one from when the generator came to it.
    public struct Latencies: Hashable, Sendable, Codable {
        public var corrected = Distribution()
        public var naive = Distribution()

        public init() {}
    }

    /// One second of the run.
    public struct Slice: Hashable, Sendable, Codable {
        /// Users connected at its end.
        public var users = 0
        public var actions = 0
        public var sentMessages = 0
        public var sentBytes = 0
        public var receivedMessages = 0
        public var receivedBytes = 0
        public var errors = 0
        public var latencies: [Measure: Distribution] = [:]

        public init() {}
    }

    public var title: String
    public var seed: UInt64
    /// Microseconds from the first intended start to the end.
    public var duration: Int64 = 0
    /// Users that are part of the run at this moment, and the most there were at a time.
    public var users = 0
    public var peakUsers = 0
    public var latencies: [Measure: Latencies] = [:]
    public var counts = LoadCounts()
    /// In order, from the first second of the run.
    public var timeline: [Slice] = []
    /// Expectations of the script that did not hold: the first hundred as `file:line: actor: …`, and how many in all.
    public var failures: [String] = []
    public var failureCount = 0
    /// What has been seen of each room in each life of its server, as long as workers are to be merged; `folded` counts it.
    public var rooms: [String: RoomSightings] = [:]
    /// Why the first user that did not come in did not.
    public var turnedAway: TurnedAway?
    /// What the generator's processes held of the machine's memory, told by the shell; nil when simulated.
    public var memory: GeneratorMemory?
    /// The generator's own processor time in microseconds, told by the shell; 0 when simulated.
    public var processorTime: Int64 = 0

    public init(title: String, seed: UInt64) {
        self.title = title
        self.seed = seed
    }
}
