/// A plain WebSocket server: its handshake, and the times in its messages. Its users take `PlainStep`s.
package struct PlainEndpoint: Hashable, Sendable {
    package var path: String
    package var headers: [Header] = []
    package var subprotocols: [String] = []
    /// The messages that are pushes; nil: none are.
    package var push: Push?

    package struct Header: Hashable, Sendable {
        package var name: String
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A message without a request that holds its send time: a JSON object with this field, by the clock of the
    /// generator's machine.
    package struct Push: Hashable, Sendable {
        package var field: String
        /// The unit and the clock of the field, and of `{{time}}` in a template.
        package var stamp: Stamp

        package init(field: String, stamp: Stamp = Stamp()) {
            self.field = field
            self.stamp = stamp
        }
    }

    /// The format of a time in messages.
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

    /// The format of `{{time}}`: that of pushes, otherwise milliseconds of Unix time.
    package var stamp: Stamp { push?.stamp ?? Stamp() }

    package init(path: String) {
        self.path = path
    }
}
