import ArgumentParser

/// One option of `serve`: a row of `OptionSpec.serve`.
///
/// Command line, environment, configuration file, help, completions, error texts and documentation derive from it.
struct OptionSpec: Sendable {
    enum Form {
        /// On the command line without a value; elsewhere `true` or `false`.
        case flag
        case value
        /// Given several times; in a file a list, in the environment separated by commas.
        case list
    }

    /// The flag without its dashes, and the key in a configuration file.
    let name: String
    /// A one-letter flag.
    let short: Character?
    let form: Form
    /// Name of the value in help texts; empty for a flag.
    let placeholder: String
    let expected: String
    let choices: [String]
    /// The value that applies when nothing is given; nil when there is none.
    let standard: String?
    /// The option that this one cannot be combined with.
    private let excluded: String?
    /// Meaning, without the default.
    let summary: String
    private let check: @Sendable (String) -> String?
    private let set: @Sendable ([String], inout ServeSettings) -> Void

    private init<Value>(
        _ name: String, short: Character? = nil, _ form: Form, _ value: OptionValue<Value>, standard: String?,
        excluding excluded: String? = nil, _ summary: String,
        set: @escaping @Sendable ([String], inout ServeSettings) -> Void
    ) {
        self.name = name
        self.short = short
        self.form = form
        self.standard = standard
        self.excluded = excluded
        self.summary = summary
        placeholder = value.placeholder
        expected = value.expected
        choices = value.choices
        check = value.problem
        self.set = set
    }

    /// An option with a value.
    ///
    /// - Parameter standard: replaces the default in help texts; otherwise that of `ServeSettings` is stated.
    static func value<Value>(
        _ name: String, _ path: any WritableKeyPath<ServeSettings, Value> & Sendable, _ value: OptionValue<Value>,
        standard: String? = nil, _ summary: String
    ) -> OptionSpec {
        let standard = standard ?? value.text(ServeSettings.standard[keyPath: path])
        return OptionSpec(name, .value, value, standard: standard, summary) { words, settings in
            if let given = words.last.flatMap(value.parse) { settings[keyPath: path] = given }
        }
    }

    /// An option with a value that may be absent.
    static func optional<Value>(
        _ name: String, _ path: any WritableKeyPath<ServeSettings, Value?> & Sendable, _ value: OptionValue<Value>,
        standard: String? = nil, _ summary: String
    ) -> OptionSpec {
        OptionSpec(name, .value, value, standard: standard, summary) { words, settings in
            settings[keyPath: path] = words.last.flatMap(value.parse)
        }
    }

    static func list(
        _ name: String, _ path: any WritableKeyPath<ServeSettings, [String]> & Sendable, _ value: OptionValue<String>,
        _ summary: String
    ) -> OptionSpec {
        OptionSpec(name, .list, value, standard: nil, summary) { words, settings in settings[keyPath: path] = words }
    }

    static func flag(
        _ name: String, short: Character? = nil, _ path: any WritableKeyPath<ServeSettings, Bool> & Sendable,
        _ summary: String
    ) -> OptionSpec {
        OptionSpec(name, short: short, .flag, .flag, standard: nil, summary) { words, settings in
            settings[keyPath: path] = words.last == "true"
        }
    }

    /// A flag whose only effect is to exclude another option.
    static func flag(_ name: String, excluding excluded: String, _ summary: String) -> OptionSpec {
        OptionSpec(name, .flag, .flag, standard: nil, excluding: excluded, summary) { _, _ in }
    }

    /// Name in the environment: `secret-file` is `RIFFLE_SECRET_FILE`.
    var variable: String { "RIFFLE_" + name.uppercased().replacing("-", with: "_") }

    /// Meaning and default in one paragraph.
    var help: String { standard.map { "\(summary) By default \($0)." } ?? summary }

    /// Why `word` is not a value of this option; nil when it is.
    func problem(with word: String) -> String? { check(word) }

    /// Writes checked words into the settings.
    func apply(_ words: [String], to settings: inout ServeSettings) { set(words, &settings) }

    static func named(_ name: String) -> OptionSpec? { serve.first { $0.name == name } }

    /// The option that cannot be combined with this one.
    var rival: OptionSpec? { OptionSpec.serve.first { $0.name == excluded || $0.excluded == name } }
}
