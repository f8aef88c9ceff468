import PagingContent

/// A document that is being read: its outline, and the errors found so far.
struct ScriptContext {
    let file: String
    let outline: ScriptOutline
    /// The names of values, for steps with references.
    let scope: ReferenceScope
    let content: ContentReader
    private var errors: [ScriptError] = []

    init(
        file: String, outline: ScriptOutline, scope: ReferenceScope = ReferenceScope(),
        content: ContentReader = ContentReader()
    ) {
        (self.file, self.outline, self.scope, self.content) = (file, outline, scope, content)
    }

    /// All errors in the order of the file.
    var sortedErrors: [ScriptError] { errors.sorted { ($0.line, $0.column) < ($1.line, $1.column) } }

    /// Reports a value of another kind than expected.
    mutating func reject(_ node: ScriptNode, _ name: String, expected: String, suggestion: String? = nil) {
        report("`\(name)`: expected \(expected), got \(node.kind)", at: node, suggestion: suggestion)
    }

    mutating func report(_ message: String, at node: ScriptNode, suggestion: String? = nil) {
        report(message, line: node.line, column: node.column, suggestion: suggestion)
    }

    /// Notes an error once: the steps of a repetition are checked for two rounds.
    mutating func report(_ message: String, line: Int, column: Int, suggestion: String? = nil) {
        let error = ScriptError(file: file, line: line, column: column, message: message, suggestion: suggestion)
        guard !errors.contains(error) else { return }
        errors.append(error)
    }
}

extension ValueKind<String> {
    /// The name of one of the script's actors.
    static var actorName: ValueKind {
        text.checked(
            { name, node, key, context in
                guard context.outline.actorNames.contains(name) else {
                    let nearest = Spelling.nearest(to: name, among: context.outline.actorNames)
                    context.report("`\(key)`: unknown actor `\(name)`", at: node, suggestion: nearest)
                    return nil
                }
                return name
            }, { $0 })
    }

    /// The name of an actor of one user, so that the room knows it by this name.
    static var memberName: ValueKind {
        actorName.checked(
            { name, node, key, context in
                guard !context.outline.crowdNames.contains(name) else {
                    context.report(
                        "`\(key)`: expected an actor of one user, got `\(name)`; wait for `members` instead", at: node)
                    return nil
                }
                return name
            }, { $0 })
    }
}
