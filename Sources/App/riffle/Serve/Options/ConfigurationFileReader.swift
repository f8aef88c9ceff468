import PagingContent
import Yams

/// Reads a configuration file: a YAML mapping from the names of options to words, or to lists of words.
struct ConfigurationFileReader {
    /// Bytes of a configuration file; the longest useful one is a page or two.
    static let fileBytes = 1 << 16

    private let name: String
    private var errors: [ServeConfigurationError] = []

    static func words(
        of file: ServeConfiguration.File, _ errors: inout [ServeConfigurationError]
    ) -> ServeConfiguration.Words {
        let bytes = file.text.utf8.count
        guard bytes <= fileBytes else {
            let message = "expected at most \(fileBytes) bytes, got \(bytes)"
            errors.append(ServeConfigurationError(.line(file: file.name, 1, column: 1), message))
            return [:]
        }
        do {
            guard let root = try Yams.compose(yaml: file.text), root.scalar?.string != "" else { return [:] }
            var reader = ConfigurationFileReader(name: file.name)
            let words = reader.words(of: root)
            errors += reader.errors
            return words
        } catch {
            errors.append(ServeConfigurationError(yaml: error, in: file))
            return [:]
        }
    }

    private init(name: String) {
        self.name = name
    }

    private mutating func report(_ message: String, at node: Node, suggestion: String? = nil) {
        let place = ServeConfigurationError.Place.line(
            file: name, node.mark?.line ?? 1, column: node.mark?.column ?? 1)
        errors.append(ServeConfigurationError(place, message, suggestion: suggestion))
    }

    private mutating func words(of root: Node) -> ServeConfiguration.Words {
        guard let mapping = root.mapping else {
            report("expected a mapping such as `listen: 127.0.0.1:7420`", at: root)
            return [:]
        }
        var words: ServeConfiguration.Words = [:]
        var keys: [String: Node] = [:]
        for (key, value) in mapping {
            guard let option = option(key) else { continue }
            keys[option.name] = key
            let given = nodes(value, for: option).compactMap { word($0, for: option) }
            if !given.isEmpty { words[option.name] = given }
        }
        if let (option, rival) = ServeConfiguration.conflict(in: words), let key = keys[option.name] {
            report("`\(option.name)` cannot be combined with `\(rival.name)`", at: key)
        }
        return words
    }

    private mutating func option(_ key: Node) -> OptionSpec? {
        guard let word = key.scalar?.string else {
            report("expected the name of an option", at: key)
            return nil
        }
        guard let option = OptionSpec.named(word) else {
            let meant = Spelling.nearest(to: word, among: OptionSpec.serve.map(\.name))
            report("unknown option `\(word)`", at: key, suggestion: meant)
            return nil
        }
        return option
    }

    /// The nodes that hold the words of an option.
    private mutating func nodes(_ value: Node, for option: OptionSpec) -> [Node] {
        guard let sequence = value.sequence else { return [value] }
        guard option.form == .list else {
            report("`\(option.name)`: expected one value, got a list", at: value)
            return []
        }
        return Array(sequence)
    }

    private mutating func word(_ node: Node, for option: OptionSpec) -> String? {
        guard let scalar = node.scalar else {
            let got = node.mapping == nil ? "a list" : "a mapping"
            report("`\(option.name)`: expected a word, got \(got)", at: node)
            return nil
        }
        let isNull = scalar.style == .plain && ["~", "null"].contains(scalar.string)
        let word = isNull ? "" : scalar.string
        guard let problem = option.problem(with: word) else { return word }
        let meant = Spelling.nearest(to: word, among: option.choices)
        report("`\(option.name)`: \(problem)", at: node, suggestion: meant)
        return nil
    }
}

extension ServeConfigurationError {
    /// The complaint of the YAML library, with its place.
    fileprivate init(yaml error: any Error, in file: ServeConfiguration.File) {
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            self.init(.line(file: file.name, mark.line, column: mark.column), "not YAML: \(problem)")
        case .duplicatedKeysInMapping(let keys, let context):
            let words = keys.map { "`\($0)`" }.joined(separator: ", ")
            let place = Place.line(file: file.name, context.mark.line, column: context.mark.column)
            self.init(place, "\(words) is given twice")
        default:
            self.init(.line(file: file.name, 1, column: 1), "not YAML: \(error)")
        }
    }
}
