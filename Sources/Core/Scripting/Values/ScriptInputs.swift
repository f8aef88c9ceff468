/// The things outside of a script that it may refer to, and the ways to look into messages.
package struct ScriptInputs: Sendable {
    /// Values of the command line, by the names of `vars`.
    package var variables: [String: String] = [:]
    /// The environment, for `${env.NAME}`.
    package var environment: [String: String] = [:]
    /// Reads a file beside the script; nil leaves data unread.
    package var file: (@Sendable (_ path: String) throws -> [UInt8])?
    package var content = ContentReader()

    package init() {}
}

/// Looks into messages and lines of JSON; a shell fills it in, for the core knows neither JSON nor regular expressions.
package struct ContentReader: Sendable {
    /// The value at a JSON Pointer: a string as it is, anything else as JSON; nil when there is none.
    package var value: @Sendable (_ message: String, _ pointer: String) -> String? = { _, _ in nil }
    /// The first match of a regular expression.
    package var match: @Sendable (_ text: String, _ pattern: String) -> ContentMatch = { _, _ in .none }
    /// The error in a regular expression; nil when it can be used.
    package var patternProblem: @Sendable (_ pattern: String) -> String? = { _ in nil }
    /// The fields of a JSON object in the order of the text; nil for anything else.
    package var fields: @Sendable (_ line: [UInt8]) -> [(name: String, value: String)]? = { _ in nil }

    package init() {}
}

/// The groups of a match, the whole match first; nil for a group that took no part.
package enum ContentMatch: Hashable, Sendable {
    case found([String?])
    case none
    /// The search was given up.
    case tooLong
}
