/// The things outside of a script that it may refer to, and the ways to look into messages.
package struct ScriptInputs: Sendable {
    /// Values of the command line, by the names of `vars`.
    package var variables: [String: String] = [:]
    /// The environment, for `${env.NAME}`.
    package var environment: [String: String] = [:]
    /// Reads a file beside the script; nil leaves data unread.
    package var file: (@Sendable (_ path: String) throws -> [UInt8])?
    package var content = ContentReader()
    /// Whether the caller gives the run a duration, so that the script needs none.
    package var hasDuration = false

    package init() {}
}

/// Looks into messages and lines of JSON; a shell fills it in, for the core knows neither JSON nor regular expressions.
package struct ContentReader: Sendable {
    /// The values at JSON Pointers (RFC 6901), all at once: a string as it is, anything else as JSON; nil for null, and where
    /// there is none.
    package var values: @Sendable (_ message: String, _ pointers: [String]) -> [String?] = { _, pointers in
        pointers.map { _ in nil }
    }
    /// The first match of a regular expression.
    package var match: @Sendable (_ text: String, _ pattern: String) -> ContentMatch = { _, _ in .none }
    /// The error in a regular expression; nil when it can be used.
    package var patternProblem: @Sendable (_ pattern: String) -> String? = { _ in nil }
    /// The fields of a JSON object in the order of the text; nil for anything else.
    package var fields: @Sendable (_ line: [UInt8]) -> [(name: String, value: String)]? = { _ in nil }

    package init() {}

    /// The value at one JSON Pointer.
    func value(_ message: String, _ pointer: String) -> String? { values(message, [pointer]).first ?? nil }

    /// The value of a field at the top of a message.
    package func field(_ name: String, of message: String) -> String? {
        let isPlain = !name.utf8.contains { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }
        return value(message, "/" + (isPlain ? name : name.replacing("~", with: "~0").replacing("/", with: "~1")))
    }
}

/// The groups of a match, the whole match first; nil for a group that took no part.
package enum ContentMatch: Hashable, Sendable {
    case found([String?])
    case none
    /// The search was given up.
    case tooLong
}
