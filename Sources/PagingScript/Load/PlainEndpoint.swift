/// A WebSocket server that knows nothing of Riffle: what is asked of it while connecting, and where its messages say what
/// they are about. Its users play `PlainStep`s.
public struct PlainEndpoint: Hashable, Sendable {
    public var path: String
    public var headers: [Header] = []
    public var subprotocols: [String] = []
    /// Which messages are pushes and how they are timed; nil: none are.
    public var push: Push?

    public struct Header: Hashable, Sendable {
        public var name: String
        public var value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A message that comes unasked and says when it was made: a JSON object with this field, a time by the clock of the
    /// generator's machine.
    public struct Push: Hashable, Sendable {
        public var field: String
        /// What the field counts in, and from when; `{{time}}` of a template too.
        public var stamp: Stamp

        public init(field: String, stamp: Stamp = Stamp()) {
            self.field = field
            self.stamp = stamp
        }
    }

    /// How messages write a time.
    public struct Stamp: Hashable, Sendable {
        public enum Unit: String, Hashable, Sendable, CaseIterable {
            case milliseconds = "ms"
            case microseconds = "us"
        }

        public enum Clock: String, Hashable, Sendable, CaseIterable {
            /// Since 1970-01-01 00:00 UTC.
            case unix
            /// The machine's `CLOCK_MONOTONIC`.
            case monotonic
        }

        public var unit: Unit
        public var clock: Clock

        public init(unit: Unit = .milliseconds, clock: Clock = .unix) {
            self.unit = unit
            self.clock = clock
        }
    }

    /// How `{{time}}` is written: as pushes carry it, otherwise in milliseconds of Unix time.
    public var stamp: Stamp { push?.stamp ?? Stamp() }

    public init(path: String) {
        self.path = path
    }
}
