/// Everything `riffle serve` can be told: by flags, by `RIFFLE_*` in the environment, by a file, and where several say
/// it, by the first of them in this order.
///
/// Made by a pure function, so that the shell only has to collect what was said.
struct ServeConfiguration: Hashable, Sendable {
    /// The words given for each option, as they were written; a flag's word is `true` or `false`.
    typealias Words = [Option: [String]]

    /// A configuration file that was read.
    struct File: Hashable, Sendable {
        /// Only a name for messages.
        var name: String
        var text: String
    }

    private let words: Words

    private init(words: Words) {
        self.words = words
    }

    /// What all three say together.
    ///
    /// - Parameters:
    ///   - flags: only those that were really given.
    ///   - environment: all of it; names that do not begin with `RIFFLE_` are passed over.
    /// - Throws: everything that is wrong, in the order flags, environment, lines of the file.
    static func resolve(
        flags: Words, environment: [String: String], file: File?
    ) throws(ServeConfigurationErrors) -> ServeConfiguration {
        var errors: [ServeConfigurationError] = []
        let said = [
            words(ofFlags: flags, &errors), words(ofEnvironment: environment, &errors),
            file.map { words(ofFile: $0, &errors) } ?? [:],
        ]
        var merged: Words = [:]
        for words in said {
            // Whoever says one of two that exclude each other also says no to the other.
            let taken = Set(merged.keys).union(merged.keys.compactMap(\.rival))
            merged.merge(words.filter { !taken.contains($0.key) }) { first, _ in first }
        }
        guard errors.isEmpty else { throw ServeConfigurationErrors(errors) }
        return ServeConfiguration(words: merged)
    }

    /// The one word given for an option, nil when nobody said anything.
    subscript(option: Option) -> String? { words[option]?.last }

    /// All words given for a repeated option, in their order.
    func list(_ option: Option) -> [String] { words[option] ?? [] }

    func isOn(_ option: Option) -> Bool { self[option] == "true" }

    func integer(_ option: Option) -> Int? { self[option].flatMap { Int($0) } }

    func milliseconds(_ option: Option) -> Int64? { self[option].flatMap { Milliseconds(argument: $0)?.value } }

    func address(_ option: Option) -> ListenAddress? { self[option].flatMap { ListenAddress(argument: $0) } }

    /// Two that exclude each other must not be said in one breath.
    static func rivalry(in words: Words) -> (Option, Option)? {
        for option in Option.allCases {
            guard words[option] != nil, words[option] != ["false"], let rival = option.rival,
                words[rival] != nil, words[rival] != ["false"]
            else { continue }
            return (option, rival)
        }
        return nil
    }

    private static func words(ofFlags flags: Words, _ errors: inout [ServeConfigurationError]) -> Words {
        for option in Option.allCases {
            for word in flags[option] ?? [] {
                guard let problem = option.problem(with: word) else { continue }
                errors.append(ServeConfigurationError(.flag(option.rawValue), problem))
            }
        }
        if let (option, rival) = rivalry(in: flags) {
            errors.append(ServeConfigurationError(.flag(option.rawValue), "not together with --\(rival.rawValue)"))
        }
        return flags
    }
}
