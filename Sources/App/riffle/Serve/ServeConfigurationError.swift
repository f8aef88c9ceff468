/// Something wrong in what `serve` was told, and where it was said.
struct ServeConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    enum Place: Hashable, Sendable {
        case flag(String)
        case variable(String)
        /// Line and column from 1.
        case line(file: String, Int, column: Int)
    }

    let place: Place
    /// A sentence without its full stop.
    let message: String
    /// The known word nearest to an unknown one.
    let suggestion: String?

    init(_ place: Place, _ message: String, suggestion: String? = nil) {
        self.place = place
        self.message = message
        self.suggestion = suggestion
    }

    /// One line, a file's as compilers write it: `file:line:column: message (did you mean …?)`.
    var description: String {
        let origin =
            switch place {
            case .flag(let name): "--\(name)"
            case .variable(let name): name
            case .line(let file, let line, let column): "\(file):\(line):\(column)"
            }
        let end = suggestion.map { " (did you mean `\($0)`?)" } ?? ""
        return "\(origin): \(message)\(end)"
    }
}

/// Everything wrong at once, one line each.
struct ServeConfigurationErrors: Error, Hashable, Sendable, CustomStringConvertible {
    let errors: [ServeConfigurationError]

    init(_ errors: [ServeConfigurationError]) {
        self.errors = errors
    }

    var description: String { errors.map(\.description).joined(separator: "\n") }
}
