import ArgumentParser

/// The command line of `serve`, derived from `OptionSpec.serve`.
///
/// swift-argument-parser finds the arguments of a type by reflection and decodes them by key. This type reflects as if it
/// had one wrapped property for each option.
struct ServeFlags: ParsableArguments, CustomReflectable {
    /// The options given, in the form of `ServeConfiguration`.
    let words: ServeConfiguration.Words

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }

    init() { words = [:] }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        var words: ServeConfiguration.Words = [:]
        for option in OptionSpec.serve {
            let key = Key(stringValue: option.name)
            let given =
                switch option.form {
                case .flag: try container.decode(Flag<Bool>.self, forKey: key).wrappedValue ? ["true"] : []
                case .value: try container.decode(Option<String?>.self, forKey: key).wrappedValue.map { [$0] } ?? []
                case .list: try container.decode(Option<[String]>.self, forKey: key).wrappedValue
                }
            if !given.isEmpty { words[option.name] = given }
        }
        self.words = words
    }

    var customMirror: Mirror {
        Mirror(self, children: OptionSpec.serve.map { (label: $0.name, value: $0.argument) })
    }
}

extension OptionSpec {
    /// The definition of the argument.
    fileprivate var argument: Any {
        let names: [NameSpecification.Element] = (short.map { [.customShort($0)] } ?? []) + [.customLong(name)]
        let specification = NameSpecification(names)
        let completion: CompletionKind? = choices.isEmpty ? nil : .list(choices)
        return switch form {
        case .flag: Flag(wrappedValue: false, name: specification, help: argumentHelp)
        case .value: Option<String?>(name: specification, help: argumentHelp, completion: completion)
        case .list: Option<[String]>(wrappedValue: [], name: specification, help: argumentHelp)
        }
    }

    /// The help of the argument, for other commands with the same option too.
    var argumentHelp: ArgumentHelp { ArgumentHelp(help, valueName: placeholder.isEmpty ? nil : placeholder) }
}
