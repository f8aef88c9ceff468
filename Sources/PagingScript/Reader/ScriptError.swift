/// Something wrong in a script, and where.
public struct ScriptError: Error, Hashable, Sendable, CustomStringConvertible {
    public var file: String
    /// From 1.
    public var line: Int
    /// From 1, counted in Unicode scalars.
    public var column: Int
    /// A sentence without its full stop.
    public var message: String
    /// The known word nearest to an unknown one.
    public var suggestion: String?

    public init(file: String, line: Int, column: Int, message: String, suggestion: String? = nil) {
        self.file = file
        self.line = line
        self.column = column
        self.message = message
        self.suggestion = suggestion
    }

    /// One line, as compilers write it: `file:line:column: message (did you mean …?)`.
    public var description: String {
        let end = suggestion.map { " (did you mean `\($0)`?)" } ?? ""
        return "\(file):\(line):\(column): \(message)\(end)"
    }
}

/// Everything wrong in a script, in the order of the file.
public struct ScriptErrors: Error, Hashable, Sendable, CustomStringConvertible {
    public var errors: [ScriptError]

    public init(_ errors: [ScriptError]) {
        self.errors = errors
    }

    /// One line per error.
    public var description: String { errors.map(\.description).joined(separator: "\n") }
}
