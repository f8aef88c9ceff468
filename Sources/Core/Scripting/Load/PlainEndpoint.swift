import Support

/// A plain WebSocket server: its handshake, and the times in its messages. Its users take `PlainStep`s.
package struct PlainEndpoint: Hashable, Sendable {
    package var path: String
    /// The path of each user, where it has values of the user.
    package var userPath: ReferenceText?
    package var headers: [Header] = []
    package var subprotocols: [String] = []
    /// The messages that are pushes; nil: none are.
    package var push: Push?
    /// The profile that the script names.
    package var profileUse: ProfileUse?
    /// The profile itself, once it is read.
    package var profile: Profile?

    package struct Header: Hashable, Sendable {
        package var name: String
        package var value: String
        /// The value of each user, where it has values of the user.
        package var userValue: ReferenceText?

        package init(name: String, value: String, userValue: ReferenceText? = nil) {
            self.name = name
            self.value = value
            self.userValue = userValue
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

    /// The path and the headers of a user; nil instead of headers that are the same for all.
    package func handshake(_ values: UserValues) throws(StepProblem) -> (path: String, headers: [Header]?) {
        do {
            let path = try userPath.map { text throws(MissingValue) in try values.filled(text) } ?? self.path
            guard PlainEndpoint.isPath(path) else {
                throw StepProblem(
                    expected: "a path that begins with / and has no blanks and no #",
                    found: PlainEndpoint.withoutQuery(path))
            }
            guard headers.contains(where: { $0.userValue != nil }) else { return (path, nil) }
            var own: [Header] = []
            for header in headers {
                let value = try header.userValue.map { text throws(MissingValue) in try values.filled(text) }
                let filled = Header(name: header.name, value: value ?? header.value)
                guard PlainEndpoint.isHeaderValue(filled.value) else {
                    throw StepProblem(
                        expected: "a line of ASCII text in the header \(header.name)", found: "something else")
                }
                own.append(filled)
            }
            return (path, own)
        } catch let problem as StepProblem {
            throw problem
        } catch {
            throw StepProblem(expected: "values of the handshake", found: "\(error)")
        }
    }

    /// The path in words; what stands behind `?` may be secret.
    private static func withoutQuery(_ path: String) -> String {
        let query = path.firstIndex(of: "?")
        let clean = "`\(String(path[..<(query ?? path.endIndex)]).beginning(60))`"
        return query == nil ? clean : "\(clean) and a query"
    }

    static func isPath(_ text: String) -> Bool {
        text.hasPrefix("/") && text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value < 0x7F && $0 != "#" }
    }

    static func isHeaderValue(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7F }
    }
}
