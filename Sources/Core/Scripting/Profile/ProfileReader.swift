import PagingContent

/// Reads a profile from YAML text and collects all errors. `ProfileTable` states the format.
package enum ProfileReader {
    /// Whether the text is that of a profile, not of a script: a mapping with the key `profile`.
    package static func isProfile(_ text: String) -> Bool {
        var source = YAMLSource(file: "")
        guard let root = try? source.node(of: text) else { return false }
        return root["profile"] != nil && root["riffle"] == nil
    }

    /// The profile in `text`.
    ///
    /// - Parameters:
    ///   - file: a name for messages.
    ///   - values: of its parameters; nil leaves those without a default open, to check a file alone.
    ///   - userValues: of parameters that each user has its own of.
    package static func read(
        _ text: String, file: String, values: [KeyedValue<String>]? = nil,
        userValues: [KeyedValue<ReferenceText>] = []
    ) throws(ScriptErrors) -> Profile {
        var source = YAMLSource(file: file)
        let root: ScriptNode
        do {
            root = try source.node(of: text) ?? ScriptNode(content: .mapping([]), line: 1, column: 1)
        } catch {
            throw ScriptErrors([error])
        }
        var context = ScriptContext(file: file, outline: ScriptOutline(root))
        var parameters = ProfileParameters(root["parameters"], &context)
        // The name itself stays where the value of a user is filled in.
        let names = userValues.map { KeyedValue(key: $0.key, value: "{{\($0.key)}}") }
        parameters.set(values.map { $0 + names }, &context, at: root)
        let filled = parameters.filled(root, &context)
        let fields = ProfileTable.profile.kind.read(filled, "profile", &context)
        var profile = fields?.profile(file: file)
        profile?.userValues = userValues
        if let profile { ProfileCheck(profile, open: parameters.openNames).report(at: root, &context) }
        let errors = context.sortedErrors
        guard errors.isEmpty, let profile else { throw ScriptErrors(errors) }
        return profile
    }
}

/// The parameters of a profile and their values, which are filled into all its texts before these are read.
struct ProfileParameters {
    private var values: [String: String] = [:]
    private(set) var openNames: Set<String> = []
    private var bytesLeft = ProfileLimits.filledBytes

    /// Reads `parameters`, a mapping of names to defaults; without a default a parameter is required.
    init(_ node: ScriptNode?, _ context: inout ScriptContext) {
        guard let node, let entries = ValueKind<[KeyedValue<String?>]>.parameters.read(node, "parameters", &context)
        else { return }
        for entry in entries {
            guard entry.key != "id", entry.key != "user" else {
                context.report(
                    "`parameters`: expected another name than `\(entry.key)`, which each run fills", at: node)
                continue
            }
            if let value = entry.value { values[entry.key] = value } else { openNames.insert(entry.key) }
        }
    }

    mutating func set(_ given: [KeyedValue<String>]?, _ context: inout ScriptContext, at root: ScriptNode) {
        guard let given else { return }
        let known = Array(values.keys) + openNames
        for entry in given {
            guard known.contains(entry.key) else {
                context.report(
                    "unknown parameter `\(entry.key)` in `with`; the profile has \(known.isEmpty ? "none" : Phrase.list(known.sorted(), "and"))",
                    at: root, suggestion: Spelling.nearest(to: entry.key, among: known))
                continue
            }
            values[entry.key] = entry.value
            openNames.remove(entry.key)
        }
        for name in openNames.sorted() {
            context.report(
                "expected a value of the parameter `\(name)`, got none; give it in the script: target: {profile: {name: …, with: {\(name): …}}}",
                at: root["parameters"] ?? root)
        }
    }

    /// The document with the values in all its texts but those of `parameters`.
    mutating func filled(_ root: ScriptNode, _ context: inout ScriptContext) -> ScriptNode {
        guard case .mapping(let entries) = root.content else { return root }
        let isWithin = bytesLeft
        let content = entries.map { entry in
            entry.key.text == "parameters"
                ? entry : ScriptNode.KeyValuePair(key: entry.key, value: filled(entry.value))
        }
        if isWithin > 0, bytesLeft < 0 {
            context.report(
                "expected at most \(ProfileLimits.filledBytes) bytes with all parameters filled in", at: root)
        }
        return ScriptNode(content: .mapping(content), line: root.line, column: root.column)
    }

    private mutating func filled(_ node: ScriptNode) -> ScriptNode {
        let content: ScriptNode.Content
        switch node.content {
        case .scalar(let text): content = .scalar(filled(text))
        case .template: content = node.content
        case .list(let nodes):
            var list: [ScriptNode] = []
            for node in nodes { list.append(filled(node)) }
            content = .list(list)
        case .mapping(let entries):
            var pairs: [ScriptNode.KeyValuePair] = []
            for entry in entries { pairs.append(.init(key: entry.key, value: filled(entry.value))) }
            content = .mapping(pairs)
        }
        return ScriptNode(content: content, line: node.line, column: node.column)
    }

    private mutating func filled(_ text: String) -> String {
        guard bytesLeft >= 0, text.contains("{{"), let template = TextTemplate(text) else { return text }
        let filled = template.filled { name in values[name] ?? "{{\(name)}}" }
        bytesLeft -= filled.utf8.count
        return bytesLeft >= 0 ? filled : text
    }
}
