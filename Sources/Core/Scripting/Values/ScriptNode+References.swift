extension ScriptNode {
    /// The beginning of a document.
    static let start = ScriptNode(content: .mapping([]), line: 1, column: 1)

    /// The node with another content, at the same place.
    func with(_ content: Content) -> ScriptNode {
        ScriptNode(content: content, line: line, column: column, isQuoted: isQuoted)
    }

    /// Whether references are left in it.
    var hasReferences: Bool {
        switch content {
        case .template: true
        case .scalar: false
        case .list(let nodes): nodes.contains(where: \.hasReferences)
        case .mapping(let entries): entries.contains { $0.value.hasReferences }
        }
    }

    /// The node with the values of all references.
    func filled(_ value: (Reference) throws(MissingValue) -> String) throws(MissingValue) -> ScriptNode {
        switch content {
        case .scalar: return self
        case .template(let text): return with(.scalar(try text.filled(value)))
        case .list(let nodes):
            var list: [ScriptNode] = []
            for node in nodes { list.append(try node.filled(value)) }
            return with(.list(list))
        case .mapping(let entries):
            var filled: [KeyValuePair] = []
            for entry in entries { filled.append(.init(key: entry.key, value: try entry.value.filled(value))) }
            return with(.mapping(filled))
        }
    }

    /// A text with or without references; nil for a list or a mapping.
    var referenceText: ReferenceText? {
        switch content {
        case .scalar(let text): ReferenceText(literal: text)
        case .template(let text): text
        case .list, .mapping: nil
        }
    }
}
