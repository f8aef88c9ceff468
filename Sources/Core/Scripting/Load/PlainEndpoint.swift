/// A WebSocket server that knows nothing of Riffle: what is asked of it while connecting, and where its messages say what
/// they are about. Its users play `PlainStep`s.
package struct PlainEndpoint: Hashable, Sendable {
    package var path: String
    package var headers: [Header] = []
    package var subprotocols: [String] = []
    /// Which messages are pushes and how they are timed; nil: none are.
    package var push: Push?

    package struct Header: Hashable, Sendable {
        package var name: String
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A message that comes unasked and says when it was made: a JSON object with this field, a time by the clock of the
    /// generator's machine.
    package struct Push: Hashable, Sendable {
        package var field: String
        /// What the field counts in, and from when; `{{time}}` of a template too.
        package var stamp: Stamp

        package init(field: String, stamp: Stamp = Stamp()) {
            self.field = field
            self.stamp = stamp
        }
    }

    /// How messages write a time.
    package struct Stamp: Hashable, Sendable {
        package enum Unit: String, Hashable, Sendable, CaseIterable {
            case milliseconds = "ms"
            case microseconds = "us"
        }

        package enum Clock: String, Hashable, Sendable, CaseIterable {
            /// Since 1970-01-01 00:00 UTC.
            case unix
            /// The machine's `CLOCK_MONOTONIC`.
            case monotonic
        }

        package var unit: Unit
        package var clock: Clock

        package init(unit: Unit = .milliseconds, clock: Clock = .unix) {
            self.unit = unit
            self.clock = clock
        }
    }

    /// How `{{time}}` is written: as pushes carry it, otherwise in milliseconds of Unix time.
    package var stamp: Stamp { push?.stamp ?? Stamp() }

    package init(path: String) {
        self.path = path
    }
}
