import PagingContent

/// Puts values that are known before the run into a document, wherever it has `${name}`: variables and the environment.
/// Texts with values of users become templates, which fields of steps fill in later.
struct ReferencePass {
    private let file: String
    private let inputs: ScriptInputs
    private var scope = ReferenceScope()
    private(set) var errors: [ScriptError] = []
    /// Texts that look like references in a script that has none.
    private(set) var warnings: [ScriptWarning] = []

    init(file: String, inputs: ScriptInputs) {
        self.file = file
        self.inputs = inputs
    }

    /// The document with its values, and the names that are left for users.
    mutating func resolve(_ root: ScriptNode) -> (root: ScriptNode, ReferenceScope) {
        scope.isOn = ReferencePass.usesReferences(root)
        guard scope.isOn else {
            for name in inputs.variables.keys.sorted() { report("`--var \(name)`: the script has no `vars`", at: root) }
            warn(of: root)
            return (root, scope)
        }
        readVariables(root["vars"])
        if let actors = root["actors"] { collectCaptures(actors) }
        guard case .mapping(let entries) = root.content else { return (root, scope) }
        let isLate = { (entry: ScriptNode.KeyValuePair) in ["actors", "target"].contains(entry.key.text) }
        let early = entries.map { entry -> ScriptNode.KeyValuePair in
            guard entry.key.text != "vars", !isLate(entry) else { return entry }
            return .init(key: entry.key, value: filled(entry.value, forUsers: false))
        }
        var document = root.with(.mapping(early))
        if let data = document["data"] { readData(data) }
        // Steps and the handshake come second: they may refer to columns of data.
        let late = early.map { entry -> ScriptNode.KeyValuePair in
            isLate(entry) ? .init(key: entry.key, value: filled(entry.value, forUsers: true)) : entry
        }
        document = root.with(.mapping(late))
        return (document, scope)
    }

    private static func usesReferences(_ root: ScriptNode) -> Bool {
        root["vars"] != nil || root["data"] != nil || root["actors"].map { usesKeyword($0) } == true
    }

    private static func usesKeyword(_ node: ScriptNode) -> Bool {
        switch node.content {
        case .list(let nodes): nodes.contains { usesKeyword($0) }
        case .mapping(let entries):
            entries.contains { ReferenceScope.keywords.contains($0.key.text ?? "") || usesKeyword($0.value) }
        case .scalar, .template: false
        }
    }

    private mutating func warn(of node: ScriptNode) {
        switch node.content {
        case .list(let nodes): for node in nodes { warn(of: node) }
        case .mapping(let entries): for entry in entries where entry.key.text != "run" { warn(of: entry.value) }
        case .scalar(let text):
            guard let start = ["${env.", "${user}", "${iteration}"].compactMap({ text.firstRange(of: $0) }).first else {
                return
            }
            let rest = text[start.lowerBound...]
            let sign = rest.prefix { $0 != "}" } + (rest.contains("}") ? "}" : "")
            let words =
                "`\(sign)` stands for itself, because the script has no `vars` and no `data`, and no step such as `check`; add `vars: {}`"
            warnings.append(ScriptWarning(line: node.line, text: words))
        case .template: break
        }
    }

    private mutating func readVariables(_ node: ScriptNode?) {
        var unknown = Set(inputs.variables.keys)
        if case .mapping(let entries) = node?.content {
            for entry in entries {
                guard let name = entry.key.text, ReferenceText.isName(name), !name.contains(".") else {
                    report("`vars`: expected a name of letters, digits, _ and -, got \(entry.key.kind)", at: entry.key)
                    continue
                }
                guard !Reference.builtIn.contains(name) else {
                    report("`vars`: `\(name)` is the name of a value of users; choose another", at: entry.key)
                    continue
                }
                guard entry.value.text != nil else {
                    report(
                        "`vars`: expected a text or a number for `\(name)`, got \(entry.value.kind)", at: entry.value)
                    continue
                }
                unknown.remove(name)
                let written = filled(entry.value, forUsers: false)
                guard let value = inputs.variables[name] ?? written.text else {
                    report(
                        "`vars`: expected a value that is known before the run, got \(written.kind)", at: entry.value)
                    continue
                }
                scope.variables[name] = value
            }
        }
        for name in unknown.sorted() {
            report(
                "`--var \(name)`: expected a variable of `vars`, got an unknown one", at: node ?? ScriptNode.start,
                suggestion: Spelling.nearest(to: name, among: scope.variables.keys.sorted()))
        }
    }

    private mutating func collectCaptures(_ node: ScriptNode) {
        switch node.content {
        case .list(let nodes): for node in nodes { collectCaptures(node) }
        case .mapping(let entries):
            for entry in entries {
                if entry.key.text == "capture" { collectCapture(entry.value) }
                collectCaptures(entry.value)
            }
        case .scalar, .template: break
        }
    }

    private mutating func collectCapture(_ node: ScriptNode) {
        guard let name = node["name"], let text = name.text else {
            scope.isIncomplete = true
            return
        }
        scope.captured.insert(text)
        if scope.variables[text] != nil || Reference.builtIn.contains(text) {
            report("`\(text)` is the name of another value; give the captured one its own", at: name)
        }
    }

    private mutating func readData(_ node: ScriptNode) {
        var context = ScriptContext(file: file, outline: ScriptOutline(node))
        guard case .mapping(let entries) = node.content else {
            scope.isIncomplete = true
            return
        }
        scope.dataNames = entries.compactMap(\.key.text)
        // The reader of the document reports errors again, at the same places.
        guard let plans = ValueKind<[DataPlan]>.data.read(node, "data", &context) else { return }
        guard let read = inputs.file else { return }
        for plan in plans {
            let place = entries.first { $0.key.text == plan.name }?.value ?? node
            do {
                let bytes = try read(plan.path)
                scope.tables.append(try DataReader.table(bytes, of: plan, fields: inputs.content.fields))
            } catch let problem as DataProblem {
                errors.append(
                    ScriptError(file: plan.path(beside: file), line: problem.line, column: 1, message: problem.message))
            } catch {
                report("`data`: \(plan.path) cannot be read: \(error)", at: place)
            }
        }
    }

    /// The node with its values.
    ///
    /// - Parameter forUsers: Whether references to values of users are kept for later.
    private mutating func filled(_ node: ScriptNode, forUsers: Bool) -> ScriptNode {
        switch node.content {
        case .template: return node
        case .list(let nodes):
            var list: [ScriptNode] = []
            for node in nodes { list.append(filled(node, forUsers: forUsers)) }
            return node.with(.list(list))
        case .mapping(let entries):
            var filled: [ScriptNode.KeyValuePair] = []
            for entry in entries {
                // A shell has ${…} of its own.
                let isCommand = entry.key.text == "run"
                let value = isCommand ? entry.value : self.filled(entry.value, forUsers: forUsers)
                filled.append(.init(key: entry.key, value: value))
            }
            return node.with(.mapping(filled))
        case .scalar(let text):
            guard text.contains("$") else { return node }
            do throws(ReferenceProblem) {
                return node.with(content(of: try ReferenceText(text), node, forUsers: forUsers))
            } catch {
                report(error.message, at: node)
                return node.with(.scalar(""))
            }
        }
    }

    private mutating func content(of text: ReferenceText, _ node: ScriptNode, forUsers: Bool) -> ScriptNode.Content {
        let pieces = text.pieces.map { piece -> ReferencePiece in
            guard case .reference(let reference) = piece, let value = value(of: reference, at: node) else {
                return piece
            }
            return .text(reference.inserted(value))
        }
        let rest = ReferenceText(pieces: pieces)
        if let literal = rest.literal { return .scalar(literal) }
        // Columns of data are known in the second round.
        for reference in rest.references where forUsers || !reference.name.contains(".") {
            if let problem = scope.problem(of: reference) {
                report(problem.message, at: node, suggestion: problem.suggestion)
            }
        }
        return .template(rest)
    }

    /// The value of a reference that is known before the run; nil for those of users.
    private mutating func value(of reference: Reference, at node: ScriptNode) -> String? {
        if let value = scope.variables[reference.name] { return value }
        guard reference.name.hasPrefix("env.") else { return nil }
        let name = String(reference.name.dropFirst(4))
        if let value = inputs.environment[name] { return value }
        report("expected the environment variable \(name), got none; set it, or use a variable of `vars`", at: node)
        return ""
    }

    private mutating func report(_ message: String, at node: ScriptNode, suggestion: String? = nil) {
        let error = ScriptError(
            file: file, line: node.line, column: node.column, message: message, suggestion: suggestion)
        if !errors.contains(error) { errors.append(error) }
    }
}
