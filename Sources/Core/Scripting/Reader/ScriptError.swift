/// An error in a script with its place.
package struct ScriptError: Error, Hashable, Sendable, CustomStringConvertible {
    package var file: String
    /// The line, from 1.
    package var line: Int
    /// The column, from 1, counted in Unicode scalars.
    package var column: Int
    /// A sentence without its full stop.
    package var message: String
    /// The known word nearest to an unknown one.
    package var suggestion: String?

    package init(file: String, line: Int, column: Int, message: String, suggestion: String? = nil) {
        self.file = file
        self.line = line
        self.column = column
        self.message = message
        self.suggestion = suggestion
    }

    /// One line, as compilers write it: `file:line:column: message (did you mean …?)`.
    package var description: String {
        let end = suggestion.map { " (did you mean `\($0)`?)" } ?? ""
        return "\(file):\(line):\(column): \(message)\(end)"
    }
}

/// All errors in a script, in the order of the file.
package struct ScriptErrors: Error, Hashable, Sendable, CustomStringConvertible {
    package var errors: [ScriptError]

    package init(_ errors: [ScriptError]) {
        self.errors = errors
    }

    /// One line per error.
    package var description: String { errors.map(\.description).joined(separator: "\n") }
}
