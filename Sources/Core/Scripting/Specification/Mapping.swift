import PagingContent
import Support

/// A field of a mapping in words, for help and documents.
struct FieldText: Sendable {
    let key: String
    /// The kind of its value.
    let value: String
    let isRequired: Bool
    /// The value of a field that is left out, as scripts write it; nil when there is none.
    let standard: String?
    let text: String
    /// Examples for the help page, whole lines; empty for most fields.
    var examples: [String] = []
}

/// A field of a mapping: its text, and how it is read into and written from a draft of the mapping's value.
struct Field<Draft>: Sendable {
    private(set) var text: FieldText
    let schema: ScriptSchema.Part
    /// Reads the field's value into the draft; false when an error was reported.
    let read: @Sendable (ScriptNode, inout Draft, inout ScriptContext) -> Bool
    /// The field's value; nil when it is left out.
    let write: @Sendable (Draft) -> YAMLValue?

    var key: String { text.key }

    /// A field without a standard value.
    init<Value>(
        _ key: String, _ path: any WritableKeyPath<Draft, Value?> & Sendable, _ kind: ValueKind<Value>,
        required: Bool = false, _ text: String
    ) {
        self.text = FieldText(key: key, value: kind.expected, isRequired: required, standard: nil, text: text)
        schema = kind.schema
        read = { node, draft, context in
            guard let value = kind.read(node, key, &context) else { return false }
            draft[keyPath: path] = value
            return true
        }
        write = { draft in draft[keyPath: path].flatMap { kind.write($0) } }
    }

    /// A field whose standard value is that of an empty draft.
    init<Value: Equatable & Sendable>(
        _ key: String, _ path: any WritableKeyPath<Draft, Value> & Sendable, _ kind: ValueKind<Value>,
        standard: Value, _ text: String
    ) {
        self.text = FieldText(
            key: key, value: kind.expected, isRequired: false, standard: kind.write(standard)?.line, text: text)
        schema = kind.schema
        read = { node, draft, context in
            guard let value = kind.read(node, key, &context) else { return false }
            draft[keyPath: path] = value
            return true
        }
        write = { draft in
            let value = draft[keyPath: path]
            return value == standard ? nil : kind.write(value)
        }
    }

    /// One of several fields, each of which makes a whole value.
    init<Value, Whole>(
        choice key: String, _ kind: ValueKind<Value>, _ make: @escaping @Sendable (Value) -> Whole,
        _ take: @escaping @Sendable (Whole) -> Value?, required: Bool = false, _ text: String
    ) where Draft == Whole? {
        self.text = FieldText(key: key, value: kind.expected, isRequired: required, standard: nil, text: text)
        schema = kind.schema
        read = { node, draft, context in
            guard let value = kind.read(node, key, &context) else { return false }
            draft = make(value)
            return true
        }
        write = { draft in draft.flatMap(take).flatMap { kind.write($0) } }
    }

    /// The same field with lines for the help page.
    func with(examples: String...) -> Field {
        var field = self
        field.text.examples = examples
        return field
    }
}

/// A rule about which fields of a mapping stand together.
enum MappingRule: Sendable {
    case exactlyOne([String])
    case atMostOne([String])
    case atLeastOne([String])
    /// The first requires the second.
    case requires(String, String)
    /// The first requires one of the others.
    case requiresOne(String, [String])
    /// The first excludes the second.
    case excludes(String, String)
}

extension MappingRule {
    /// Reports where `node` breaks the rule; `given` are the keys it has.
    func check(_ node: ScriptNode, given: [String], _ name: String, _ context: inout ScriptContext) -> Bool {
        let message: String
        var place = node
        switch self {
        case .exactlyOne(let keys):
            let found = given.filter(keys.contains)
            guard found.count != 1 else { return true }
            message = "`\(name)`: expected one of \(Phrase.list(keys, "or")), got \(MappingRule.words(found))"
        case .atMostOne(let keys):
            let found = given.filter(keys.contains)
            guard found.count > 1 else { return true }
            place = node[found[1]] ?? node
            message = "`\(name)`: expected only one of \(Phrase.list(keys, "or")), got \(MappingRule.words(found))"
        case .atLeastOne(let keys):
            guard !given.contains(where: keys.contains) else { return true }
            message = "`\(name)`: expected at least one of \(Phrase.list(keys, "or")), got none"
        case .requires(let key, let other):
            guard given.contains(key), !given.contains(other) else { return true }
            place = node[key] ?? node
            message = "`\(key)` requires `\(other)`"
        case .requiresOne(let key, let others):
            guard given.contains(key), !given.contains(where: others.contains) else { return true }
            message = "`\(key)` requires \(Phrase.list(others.map { "`\($0)`" }, "or"))"
            place = node[key] ?? node
        case .excludes(let key, let other):
            guard given.contains(key), given.contains(other) else { return true }
            place = node[key] ?? node
            message = "`\(key)` cannot stand beside `\(other)`"
        }
        context.report(message, at: place)
        return false
    }

    private static func words(_ keys: [String]) -> String { keys.isEmpty ? "none" : Phrase.list(keys, "and") }

    /// The rule as a keyword of the schema.
    var schema: (String, JSONText) {
        func required(_ keys: String...) -> JSONText { ["required": .array(keys.map { .string($0) })] }
        switch self {
        case .exactlyOne(let keys): return ("oneOf", .array(keys.map { required($0) }))
        case .atLeastOne(let keys): return ("anyOf", .array(keys.map { required($0) }))
        case .atMostOne(let keys):
            let pairs = keys.indices.flatMap { left in keys[(left + 1)...].map { required(keys[left], $0) } }
            return ("not", ["anyOf": .array(pairs)])
        case .requires(let key, let other): return ("dependencies", .object([(key, .array([.string(other)]))]))
        case .requiresOne(let key, let others):
            return ("dependencies", .object([(key, .object([("anyOf", .array(others.map { required($0) }))]))]))
        case .excludes(let key, let other):
            return ("dependencies", .object([(key, .object([("not", required(other))]))]))
        }
    }
}

/// Keys of other load tools.
enum ForeignKey {
    static let hints = [
        "vus": "; the number of users is `users: 100` at an actor",
        "stages": "; stages belong to an actor: stages: [{for: 30s, users: 500}]",
        "iterations": "; rounds are a step: repeat: {times: 100, steps: [...]}",
        "scenarios": "; users and their steps are `actors`",
        "arrivalRate": "; new users are `rate: 20/s` at an actor",
    ]
}

/// A mapping: its fields, and the rules about which of them stand together.
struct Mapping<Draft: Sendable>: Sendable {
    let definition: String
    let text: String
    let empty: Draft
    let fields: [Field<Draft>]
    var rules: [MappingRule] = []

    var keys: [String] { fields.map(\.key) }

    /// The draft as a kind of value; `checked` makes the value of it.
    var kind: ValueKind<Draft> {
        ValueKind(
            expected: "a mapping of \(keys.joined(separator: ", "))", schema: schema, fields: fields.map(\.text),
            read: { node, name, context in read(node, name, &context) },
            write: { draft in
                .mapping(fields.compactMap { field in field.write(draft).map { (field.key, $0) } })
            })
    }

    /// Reads every field, in the order of the table, whatever is wrong with the others.
    private func read(_ node: ScriptNode, _ name: String, _ context: inout ScriptContext) -> Draft? {
        guard case .mapping(let entries) = node.content else {
            context.reject(node, name, expected: "a mapping of \(keys.joined(separator: ", "))")
            return nil
        }
        var isWhole = !reportUnknownKeys(of: entries, name, &context)
        // A misspelt key may be the one that a rule misses, and one broken rule may break another.
        let given = entries.compactMap(\.key.text)
        isWhole = isWhole && rules.allSatisfy { $0.check(node, given: given, name, &context) }
        var draft = empty
        for field in fields {
            if let value = node[field.key] {
                if !field.read(value, &draft, &context) { isWhole = false }
            } else if field.text.isRequired {
                context.report("`\(name)`: `\(field.key)` is required", at: node)
                isWhole = false
            }
        }
        return isWhole ? draft : nil
    }

    /// Reports keys that are no fields; returns whether there are any.
    func reportUnknownKeys(
        of entries: [ScriptNode.KeyValuePair], _ name: String, _ context: inout ScriptContext
    ) -> Bool {
        let unknown = entries.map(\.key).filter { $0.text.map { !keys.contains($0) } ?? true }
        for node in unknown {
            let key = node.text ?? ""
            context.report(
                "`\(name)`: unknown key `\(key)`\(ForeignKey.hints[key] ?? "")", at: node,
                suggestion: Spelling.nearest(to: key, among: keys))
        }
        return !unknown.isEmpty
    }

    var schema: ScriptSchema.Part {
        var definitions: [String: JSONText] = [:]
        for field in fields { definitions.merge(field.schema.definitions) { first, _ in first } }
        var members: [(String, JSONText)] = [
            ("description", .string(text)), ("type", "object"), ("additionalProperties", false),
            ("properties", .object(fields.map { ($0.key, $0.property) })),
        ]
        let required = fields.filter(\.text.isRequired).map { JSONText.string($0.key) }
        if !required.isEmpty { members.append(("required", .array(required))) }
        members += ScriptSchema.merged(rules.map(\.schema))
        return ScriptSchema.Part(.object(members), definitions).named(definition)
    }
}

extension Field {
    /// The field in the schema of its mapping.
    fileprivate var property: JSONText {
        let standard = text.standard.map { " Default: \($0)." } ?? ""
        return schema.described(text.text + standard).json
    }
}
