import Yams

/// Turns YAML text into nodes. No other file uses the YAML library.
struct YAMLSource {
    let file: String
    private var valuesLeft = ScriptLimits.values

    init(file: String) {
        self.file = file
    }

    /// The single document of `text`; nil when it is empty.
    mutating func node(of text: String) throws(ScriptError) -> ScriptNode? {
        guard text.utf8.count <= ScriptLimits.fileBytes else {
            throw ScriptError(
                file: file, line: 1, column: 1, message: "expected a file of at most \(ScriptLimits.fileBytes) bytes")
        }
        let root: Node?
        do {
            root = try Yams.compose(yaml: text)
        } catch let error as YamlError {
            throw scriptError(error)
        } catch {
            throw ScriptError(file: file, line: 1, column: 1, message: "not YAML: \(error)")
        }
        guard let root else { return nil }
        return try converted(root, depth: 0)
    }

    private mutating func converted(_ node: Node, depth: Int) throws(ScriptError) -> ScriptNode {
        let line = node.mark?.line ?? 1
        let column = node.mark?.column ?? 1
        valuesLeft -= 1
        guard valuesLeft >= 0 else {
            throw ScriptError(
                file: file, line: line, column: column,
                message: "expected at most \(ScriptLimits.values) values with all aliases followed")
        }
        guard depth <= ScriptLimits.depth else {
            throw ScriptError(
                file: file, line: line, column: column,
                message: "expected at most \(ScriptLimits.depth) levels of nesting")
        }
        switch node {
        case .scalar(let scalar):
            return ScriptNode(
                content: .scalar(scalar.string), line: line, column: column,
                isQuoted: scalar.style == .singleQuoted || scalar.style == .doubleQuoted)
        case .sequence(let sequence):
            var list: [ScriptNode] = []
            for element in sequence { list.append(try converted(element, depth: depth + 1)) }
            return ScriptNode(content: .list(list), line: line, column: column)
        case .mapping(let mapping):
            var entries: [ScriptNode.KeyValuePair] = []
            for (key, value) in mapping {
                let key = try converted(key, depth: depth + 1)
                entries.append(ScriptNode.KeyValuePair(key: key, value: try converted(value, depth: depth + 1)))
            }
            return ScriptNode(content: .mapping(entries), line: line, column: column)
        case .alias(let alias):
            throw ScriptError(
                file: file, line: line, column: column, message: "unknown anchor `\(alias.anchor.rawValue)`")
        }
    }

    private static func isIndentedByTab(_ line: Int, of yaml: String) -> Bool {
        let lines = yaml.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard lines.indices.contains(line - 1) else { return false }
        return lines[line - 1].prefix { $0 == " " || $0 == "\t" || $0 == "-" }.contains("\t")
    }

    private func scriptError(_ error: YamlError) -> ScriptError {
        switch error {
        case .scanner(_, _, let mark, let yaml) where YAMLSource.isIndentedByTab(mark.line, of: yaml):
            return ScriptError(
                file: file, line: mark.line, column: mark.column,
                message: "not YAML: expected spaces before the first word of the line, got a tab; indent with spaces")
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            let words = context.map { "\($0.text): \(problem)" } ?? problem
            return ScriptError(file: file, line: mark.line, column: mark.column, message: "not YAML: \(words)")
        case .duplicatedKeysInMapping(let keys, let context):
            let words = keys.map { "`\($0)`" }.joined(separator: ", ")
            return ScriptError(
                file: file, line: context.mark.line, column: context.mark.column, message: "\(words) is given twice")
        case .reader(let problem, let offset, _, let yaml):
            let before = yaml.prefix(offset ?? 0)
            let line = before.count(where: \.isNewline) + 1
            let column = before.reversed().prefix { !$0.isNewline }.count + 1
            return ScriptError(file: file, line: line, column: column, message: "not YAML: \(problem)")
        default:
            return ScriptError(file: file, line: 1, column: 1, message: "not YAML: \(error)")
        }
    }
}
