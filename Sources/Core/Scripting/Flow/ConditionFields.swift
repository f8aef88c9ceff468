/// The fields of a condition, which stand among those of a step.
struct ConditionFields: Equatable, Sendable {
    var pointer: String?
    var value: ReferenceText?
    var equals: ReferenceText?
    var differs: ReferenceText?
    var contains: ReferenceText?
    var matches: String?
    var exists: Bool?
    var atLeast: Double?
    var atMost: Double?

    init() {}

    init(_ condition: StepCondition) {
        switch condition.subject {
        case .message: break
        case .pointer(let pointer): self.pointer = pointer
        case .value(let text): value = text
        }
        switch condition.comparison {
        case .equals(let text): equals = text
        case .differs(let text): differs = text
        case .contains(let text): contains = text
        case .matches(let pattern): matches = pattern
        case .exists(let isThere): exists = isThere
        case .atLeast(let bound): atLeast = bound
        case .atMost(let bound): atMost = bound
        }
    }

    var condition: StepCondition? {
        let subject = pointer.map { ConditionSubject.pointer($0) } ?? value.map { .value($0) } ?? .message
        return comparison.map { StepCondition(subject, $0) }
    }

    private var comparison: ConditionComparison? {
        if let equals { return .equals(equals) }
        if let differs { return .differs(differs) }
        if let contains { return .contains(contains) }
        if let matches { return .matches(matches) }
        if let exists { return .exists(exists) }
        if let atLeast { return .atLeast(atLeast) }
        return atMost.map { .atMost($0) }
    }

    static let rules: [MappingRule] = [
        .atMostOne(["pointer", "value"]),
        .exactlyOne(["equals", "differs", "contains", "matches", "exists", "atLeast", "atMost"]),
    ]
}

/// A mapping with a condition among its fields.
protocol ConditionDraft: Sendable {
    var test: ConditionFields { get set }
}

extension ConditionDraft {
    static var conditionFields: [Field<Self>] {
        let bound = ValueKind<Double>.decimal(-1e15...1e15)
        return [
            Field("pointer", \.test.pointer, .pointer, "A JSON Pointer into the last message, such as /data/id."),
            Field("value", \.test.value, .references, "A text with values such as ${people.kind}."),
            Field("equals", \.test.equals, .references, "Whether it is this text."),
            Field("differs", \.test.differs, .references, "Whether it is another text, or not there."),
            Field("contains", \.test.contains, .references, "Whether this text is a part of it."),
            Field("matches", \.test.matches, .pattern, "Whether this regular expression (PCRE2) matches a part of it."),
            Field("exists", \.test.exists, .flag, "Whether it is there; null is not."),
            Field("atLeast", \.test.atLeast, bound, "Whether it is a number of at least this one."),
            Field("atMost", \.test.atMost, bound, "Whether it is a number of at most this one."),
        ]
    }
}

extension ValueKind where Value: ConditionDraft {
    /// The same kind, which refuses conditions on messages among steps that read none.
    func conditional(readsMessages: Bool) -> ValueKind {
        checked(
            { fields, node, name, context in
                guard readsMessages || fields.test.value != nil else {
                    context.report("`\(name)`: expected `value`, for members of a room read no messages", at: node)
                    return nil
                }
                return fields
            }, { $0 })
    }
}

extension ValueKind<ReferenceText> {
    /// A text that may have values of users.
    static var references: ValueKind {
        let text = ValueKind<String>.text
        return ValueKind(
            expected: text.expected, schema: text.schema,
            read: { node, name, context in
                if let text = node.referenceText { return text }
                context.reject(node, name, expected: text.expected)
                return nil
            }, write: { .quoted($0.description) })
    }
}

extension ValueKind<String> {
    /// A JSON Pointer.
    static var pointer: ValueKind {
        scalar(
            "a JSON Pointer such as /data/id",
            ScriptSchema.Part(["type": "string", "pattern": "^(/([^~/]|~0|~1)*)+$"]),
            parse: { text in
                let parts = text.split(separator: "~", omittingEmptySubsequences: false).dropFirst()
                return text.hasPrefix("/") && parts.allSatisfy { $0.hasPrefix("0") || $0.hasPrefix("1") } ? text : nil
            }, write: { .quoted($0) })
    }

    /// A regular expression.
    static var pattern: ValueKind {
        text.checked(
            { text, node, name, context in
                guard text.utf8.count <= ScriptLimits.patternBytes else {
                    context.reject(
                        node, name, expected: "a regular expression of at most \(ScriptLimits.patternBytes) bytes")
                    return nil
                }
                if let problem = context.content.patternProblem(text) {
                    context.report(
                        "`\(name)`: expected a regular expression, got `\(text.prefix(40))`: \(problem)", at: node)
                    return nil
                }
                return text
            }, { $0 })
    }

    /// The name of a check.
    static var checkName: ValueKind {
        let limit = ScriptLimits.checkName
        return scalar(
            "a name of up to \(limit) characters without braces",
            ScriptSchema.Part(["type": "string", "maxLength": .integer(Int64(limit))]),
            parse: { text in
                let isName = text.count <= limit && !text.contains { "{}".contains($0) || $0.isNewline }
                return isName ? text : nil
            }, write: { .quoted($0) })
    }

    /// A name without a point, for a captured value.
    static var captureName: ValueKind {
        scalar(
            "a name of letters, digits, _ and -", ScriptSchema.Part(["type": "string", "pattern": "^[A-Za-z0-9_-]+$"]),
            parse: { ReferenceText.isName($0) && !$0.contains(".") ? $0 : nil }, write: { .quoted($0) })
    }
}
