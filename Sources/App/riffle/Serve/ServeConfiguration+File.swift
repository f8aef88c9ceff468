import PagingContent
import Yams

extension ServeConfiguration {
    /// Bytes of a configuration file; the longest useful one is a page or two.
    static let fileBytes = 1 << 16

    /// What a file of YAML says: one mapping from the flags' names to words, lists of words for those given repeatedly.
    static func words(ofFile file: File, _ errors: inout [ServeConfigurationError]) -> Words {
        guard file.text.utf8.count <= fileBytes else {
            errors.append(
                ServeConfigurationError(
                    .line(file: file.name, 1, column: 1), "a configuration has at most \(fileBytes) bytes"))
            return [:]
        }
        do {
            guard let root = try Yams.compose(yaml: file.text), root.scalar?.string != "" else {
                return [:]
            }
            var reader = FileReader(name: file.name)
            let words = reader.words(of: root)
            errors += reader.errors
            return words
        } catch {
            errors.append(ServeConfigurationError(yaml: error, in: file))
            return [:]
        }
    }

    private struct FileReader {
        let name: String
        var errors: [ServeConfigurationError] = []

        mutating func report(_ message: String, at node: Node, suggestion: String? = nil) {
            let place = ServeConfigurationError.Place.line(
                file: name, node.mark?.line ?? 1, column: node.mark?.column ?? 1)
            errors.append(ServeConfigurationError(place, message, suggestion: suggestion))
        }

        mutating func words(of root: Node) -> Words {
            guard let mapping = root.mapping else {
                report("a configuration is a mapping, such as `listen: 127.0.0.1:7420`", at: root)
                return [:]
            }
            var words: Words = [:]
            var keys: [Option: Node] = [:]
            for (key, value) in mapping {
                guard let option = option(key) else { continue }
                keys[option] = key
                let given = nodes(value, for: option).compactMap { word($0, for: option) }
                if !given.isEmpty { words[option] = given }
            }
            if let (option, rival) = ServeConfiguration.rivalry(in: words), let key = keys[option] {
                report("`\(option.rawValue)` not together with `\(rival.rawValue)`", at: key)
            }
            return words
        }

        private mutating func option(_ key: Node) -> Option? {
            guard let word = key.scalar?.string else {
                report("the name of an option is due", at: key)
                return nil
            }
            guard let option = Option(rawValue: word) else {
                let meant = Spelling.nearest(to: word, among: Option.allCases.map(\.rawValue))
                report("there is no option `\(word)`", at: key, suggestion: meant)
                return nil
            }
            return option
        }

        /// The nodes that hold the words of an option.
        private mutating func nodes(_ value: Node, for option: Option) -> [Node] {
            guard let sequence = value.sequence else { return [value] }
            guard option.isRepeated else {
                report("`\(option.rawValue)` takes one value, not a list", at: value)
                return []
            }
            return Array(sequence)
        }

        private mutating func word(_ node: Node, for option: Option) -> String? {
            guard let scalar = node.scalar else {
                report("`\(option.rawValue)` takes a word, not a structure", at: node)
                return nil
            }
            let isNothing = scalar.style == .plain && ["~", "null"].contains(scalar.string)
            let word = isNothing ? "" : scalar.string
            guard let problem = option.problem(with: word) else { return word }
            let meant = Spelling.nearest(to: word, among: option.choices)
            report("`\(option.rawValue)`: \(problem)", at: node, suggestion: meant)
            return nil
        }
    }
}

extension ServeConfigurationError {
    /// What the YAML library complains about, with its place.
    init(yaml error: any Error, in file: ServeConfiguration.File) {
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
