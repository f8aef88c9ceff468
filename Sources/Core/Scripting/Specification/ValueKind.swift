import PagingContent
import Support

/// A kind of script value, stated once: how it is read, written, and described in the schema and in help.
struct ValueKind<Value>: Sendable {
    typealias ValueReader = @Sendable (ScriptNode, _ name: String, inout ScriptContext) -> Value?

    /// The kind in words that follow "expected": `a time such as 200ms`.
    let expected: String
    let schema: ScriptSchema.Part
    /// The fields of a mapping, or of each mapping in a list; empty for other kinds.
    var fields: [FieldText] = []
    /// Reads the value called `name`; reports an error and returns nil when the node has another kind.
    let read: ValueReader
    /// Writes a value; nil when it belongs to another kind.
    let write: @Sendable (Value) -> YAMLValue?
}

extension ValueKind {
    /// A kind of one word or number, given as text.
    static func scalar(
        _ expected: String, _ schema: ScriptSchema.Part, parse: @escaping @Sendable (String) -> Value?,
        write: @escaping @Sendable (Value) -> YAMLValue?
    ) -> ValueKind {
        ValueKind(
            expected: expected, schema: schema.orReference,
            read: { node, name, context in
                if let text = node.text, !node.isEmpty, let value = parse(text) { return value }
                context.reject(node, name, expected: expected)
                return nil
            }, write: write)
    }

    /// One of some words.
    static func words(_ values: KeyValuePairs<String, Value>, definition: String? = nil) -> ValueKind
    where Value: Equatable & Sendable {
        let words = values.map(\.key)
        let meanings = values.map(\.value)
        let expected = Phrase.list(words, "or")
        let schema = ScriptSchema.Part(["enum": .array(words.map { .string($0) })])
        return ValueKind(
            expected: expected, schema: (definition.map { schema.named($0) } ?? schema).orReference,
            read: { node, name, context in
                if let place = node.text.flatMap({ words.firstIndex(of: $0) }) { return meanings[place] }
                let nearest = node.text.flatMap { Spelling.nearest(to: $0, among: words) }
                context.reject(node, name, expected: expected, suggestion: nearest)
                return nil
            },
            write: { value in meanings.firstIndex(of: value).map { .text(words[$0]) } })
    }

    /// One of the words of an enumeration, which the schema defines under a name.
    static func word(_ definition: String) -> ValueKind
    where Value: RawRepresentable<String> & CaseIterable & Sendable {
        let known = ValueKind<String>.words(oneOf: Value.allCases.map(\.rawValue), definition: definition)
        return known.mapped({ Value(rawValue: $0) }, { $0.rawValue })
    }

    /// A list; `unit` names what it holds.
    static func list<Element>(
        of element: ValueKind<Element>, _ unit: String, least: Int = 0, most: Int? = nil
    ) -> ValueKind where Value == [Element] {
        let expected = "a list of \(unit)"
        var schema: [(String, JSONText)] = [("type", "array"), ("items", element.schema.json)]
        if least > 0 { schema.append(("minItems", .integer(Int64(least)))) }
        if let most { schema.append(("maxItems", .integer(Int64(most)))) }
        return ValueKind(
            expected: expected, schema: ScriptSchema.Part(.object(schema), element.schema.definitions),
            fields: element.fields,
            read: { node, name, context in
                guard case .list(let nodes) = node.content, nodes.count >= least else {
                    context.reject(node, name, expected: least > 0 ? expected + ", at least \(least)" : expected)
                    return nil
                }
                if let most, nodes.count > most {
                    context.report("`\(name)`: expected at most \(most) \(unit), got \(nodes.count)", at: nodes[most])
                }
                return nodes.compactMap { element.read($0, name, &context) }
            },
            write: { elements in .list(elements.compactMap { element.write($0) }) })
    }

    /// Another meaning for the same text.
    func mapped<Other>(
        _ make: @escaping @Sendable (Value) -> Other?, _ take: @escaping @Sendable (Other) -> Value?
    ) -> ValueKind<Other> {
        checked({ value, _, _, _ in make(value) }, take)
    }

    /// Another meaning, which `make` may refuse with an error of its choice.
    func checked<Other>(
        _ make: @escaping @Sendable (Value, ScriptNode, String, inout ScriptContext) -> Other?,
        _ take: @escaping @Sendable (Other) -> Value?
    ) -> ValueKind<Other> {
        ValueKind<Other>(
            expected: expected, schema: schema, fields: fields,
            read: { node, name, context in
                read(node, name, &context).flatMap { make($0, node, name, &context) }
            }, write: { other in take(other).flatMap { write($0) } })
    }

    /// This kind, or the mapping for which it is short.
    func or(_ mapping: ValueKind) -> ValueKind {
        let part = ScriptSchema.Part(
            ["anyOf": [schema.json, mapping.schema.json]],
            schema.definitions.merging(mapping.schema.definitions) { first, _ in first })
        return ValueKind(
            expected: "\(expected), or \(mapping.expected)", schema: part, fields: mapping.fields,
            read: { node, name, context in
                if case .mapping = node.content { return mapping.read(node, name, &context) }
                return read(node, name, &context)
            }, write: { write($0) ?? mapping.write($0) })
    }

    /// This kind, or nothing, which means `standard`.
    func orNothing(_ standard: Value) -> ValueKind where Value: Equatable & Sendable {
        let part = ScriptSchema.Part(["anyOf": [["type": "null"], schema.json]], schema.definitions)
        return ValueKind(
            expected: "nothing, or \(expected)", schema: part, fields: fields,
            read: { node, name, context in node.isEmpty ? standard : read(node, name, &context) },
            write: { $0 == standard ? .nothing : write($0) })
    }

    /// The same kind with a definition in the schema.
    func named(_ definition: String) -> ValueKind {
        ValueKind(
            expected: expected, schema: schema.named(definition), fields: fields, read: read, write: write)
    }
}

/// Phrases of errors and help.
enum Phrase {
    /// `a, b or c`.
    static func list(_ words: [String], _ conjunction: String) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
    }
}
