import PagingContent

/// The options of `serve` as given by flags, by `RIFFLE_*` in the environment and by a file, in this order of precedence.
///
/// A pure function resolves them; the shell only collects the words.
struct ServeConfiguration: Sendable {
    /// The words given for each option, by its name; the word of a flag is `true` or `false`.
    typealias Words = [String: [String]]

    /// A configuration file that was read.
    struct File: Hashable, Sendable {
        /// Only for error texts.
        var name: String
        var text: String
    }

    /// The words that apply.
    let words: Words
    let settings: ServeSettings

    private init(words: Words) {
        self.words = words
        var settings = ServeSettings()
        for option in OptionSpec.serve {
            if let given = words[option.name] { option.apply(given, to: &settings) }
        }
        self.settings = settings
    }

    /// Merges all three.
    ///
    /// - Parameters:
    ///   - flags: only those given.
    ///   - environment: all of it; names that do not begin with `RIFFLE_` are ignored.
    /// - Throws: all errors, in the order flags, environment, lines of the file.
    static func resolve(
        flags: Words, environment: [String: String], file: File?
    ) throws(ServeConfigurationErrors) -> ServeConfiguration {
        var errors: [ServeConfigurationError] = []
        let sources = [
            words(ofFlags: flags, &errors), words(ofEnvironment: environment, &errors),
            file.map { ConfigurationFileReader.words(of: $0, &errors) } ?? [:],
        ]
        var merged: Words = [:]
        for words in sources {
            // An option given by one source also excludes its rival in the sources after it.
            let taken = Set(merged.keys).union(merged.keys.compactMap { OptionSpec.named($0)?.rival?.name })
            merged.merge(words.filter { !taken.contains($0.key) }) { first, _ in first }
        }
        guard errors.isEmpty else { throw ServeConfigurationErrors(errors) }
        return ServeConfiguration(words: merged)
    }

    /// Two options in `words` that cannot be combined.
    static func conflict(in words: Words) -> (OptionSpec, OptionSpec)? {
        func isOn(_ option: OptionSpec) -> Bool { words[option.name].map { $0 != ["false"] } ?? false }
        for option in OptionSpec.serve where isOn(option) {
            if let rival = option.rival, isOn(rival) { return (option, rival) }
        }
        return nil
    }

    private static func words(ofFlags flags: Words, _ errors: inout [ServeConfigurationError]) -> Words {
        for option in OptionSpec.serve {
            for problem in (flags[option.name] ?? []).compactMap(option.problem) {
                errors.append(ServeConfigurationError(.flag(option.name), problem))
            }
        }
        if let (option, rival) = conflict(in: flags) {
            errors.append(ServeConfigurationError(.flag(option.name), "cannot be combined with --\(rival.name)"))
        }
        return flags
    }

    /// Reads `RIFFLE_*`. A name similar to that of an option is an error; other names are ignored.
    private static func words(
        ofEnvironment environment: [String: String], _ errors: inout [ServeConfigurationError]
    ) -> Words {
        let options = Dictionary(uniqueKeysWithValues: OptionSpec.serve.map { ($0.variable, $0) })
        let known = OptionSpec.serve.map(\.variable)
        var words: Words = [:]
        for (name, value) in environment.sorted(by: { $0.key < $1.key }) where name.hasPrefix("RIFFLE_") {
            guard let option = options[name] else {
                if let meant = Spelling.nearest(to: name, among: known) {
                    errors.append(ServeConfigurationError(.variable(name), "unknown setting", suggestion: meant))
                }
                continue
            }
            let given =
                option.form == .list
                ? value.split(separator: ",").map { $0.trimmingPrefix(" ").description } : [value]
            for word in given {
                guard let problem = option.problem(with: word) else { continue }
                let meant = Spelling.nearest(to: word, among: option.choices)
                errors.append(ServeConfigurationError(.variable(name), problem, suggestion: meant))
            }
            if !given.isEmpty { words[option.name] = given }
        }
        if let (option, rival) = conflict(in: words) {
            errors.append(
                ServeConfigurationError(.variable(option.variable), "cannot be combined with \(rival.variable)"))
        }
        return words
    }
}

/// An error in the configuration of `serve`, and its place.
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

    /// One line; for a file in the format of compilers: `file:line:column: message (did you mean …?)`.
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

/// All errors in a configuration, one line each.
struct ServeConfigurationErrors: Error, Hashable, Sendable, CustomStringConvertible {
    let errors: [ServeConfigurationError]

    init(_ errors: [ServeConfigurationError]) {
        self.errors = errors
    }

    var description: String { errors.map(\.description).joined(separator: "\n") }
}
