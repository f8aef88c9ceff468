import PagingContent

/// The value of `sendBinary`.
struct BinaryFields: Equatable, Sendable {
    var bytes: [UInt8] = []
    var random: RandomAmount?

    static let kind = ValueKind<[UInt8]>.bytes
        .mapped({ BinaryFields(bytes: $0) }, { $0.random == nil ? $0.bytes : nil })
        .or(
            Mapping<BinaryFields>(
                definition: "sendRandom", text: "Random bytes.", empty: BinaryFields(),
                fields: [Field("random", \.random, .byteCount, required: true, "The number of bytes.")]
            ).kind)
}

/// The fields of `check`.
struct CheckFields: ConditionDraft {
    var test = ConditionFields()
    var name: String?

    static let kind = Mapping<CheckFields>(
        definition: "check", text: "Counts whether a condition holds.", empty: CheckFields(),
        fields: [Field("name", \.name, .checkName, required: true, "The name in reports and thresholds.")]
            + conditionFields, rules: ConditionFields.rules
    ).kind
}

/// The fields of `capture`.
struct CaptureFields: Sendable {
    var name: String?
    var pointer: String?
    var header: String?
    var matches: String?
    var standard: ReferenceText?

    init() {}

    init(_ capture: Capture) {
        (name, standard) = (capture.name, capture.standard)
        switch capture.part {
        case .message: break
        case .pointer(let pointer): self.pointer = pointer
        case .header(let name): header = name
        case .pattern(let pattern): matches = pattern
        }
    }

    var capture: Capture {
        let part =
            pointer.map { CapturePart.pointer($0) } ?? header.map { .header($0) } ?? matches.map { .pattern($0) }
            ?? .message
        return Capture(name: name ?? "", part: part, standard: standard)
    }

    static let kind = Mapping<CaptureFields>(
        definition: "capture", text: "Keeps a part of the last message.", empty: CaptureFields(),
        fields: [
            Field("name", \.name, .captureName, required: true, "The name for `${name}`."),
            Field("pointer", \.pointer, .pointer, "A JSON Pointer into the message; default: the whole message."),
            Field("header", \.header, .token, "A header of the answer to `http`."),
            Field(
                "matches", \.matches, .pattern,
                "A regular expression (PCRE2); its first group is kept, without groups the whole match."),
            Field(
                "default", \.standard, .references,
                "The value where the message has no such part; without it, the expectation of the script fails there."),
        ], rules: [.atMostOne(["pointer", "header", "matches"])]
    ).kind
}

extension ValueKind<RandomAmount> {
    /// `200`, or a distribution such as `normal(2000, 500)`.
    static var byteCount: ValueKind {
        let limit = Int64(ScriptLimits.messageBytes)
        return scalar(
            "a number of bytes up to \(limit), \(RandomAmount.words)",
            ScriptSchema.Part([
                "anyOf": [
                    ["type": "integer", "minimum": 0, "maximum": .integer(limit)],
                    ["type": "string", "pattern": .string("^\(RandomAmount.pattern)$")],
                ]
            ]),
            parse: { RandomAmount(bytes: $0) }, write: { .quoted($0.bytesText) })
    }
}

extension RandomAmount {
    /// Reads a number of bytes: `200` or `normal(2000, 500)`.
    init?(bytes text: String) {
        let limit = Int64(ScriptLimits.messageBytes)
        let count: (String) -> Int64? = { Int64($0).flatMap { (0...limit).contains($0) ? $0 : nil } }
        guard let amount = count(text).map({ .uniform($0...$0) }) ?? RandomAmount(text, amount: count) else {
            return nil
        }
        self = amount
    }

    var bytesText: String {
        if case .uniform(let range) = self, range.count == 1 { return "\(range.lowerBound)" }
        return text { "\($0)" }
    }
}

extension ValueKind<Template> {
    static var template: ValueKind {
        let plain = ValueKind<String>.text
        return ValueKind(
            expected: plain.expected, schema: plain.schema,
            read: { node, name, context in
                guard let text = node.referenceText, !node.isEmpty else {
                    context.reject(node, name, expected: plain.expected)
                    return nil
                }
                let count = text.description.utf8.count
                guard count <= ScriptLimits.messageBytes else {
                    context.report(
                        "`\(name)`: expected at most \(ScriptLimits.messageBytes) bytes, got \(count)", at: node)
                    return nil
                }
                do throws(Template.Problem) {
                    return try Template(text)
                } catch {
                    context.report("`\(name)`: \(error.message)", at: node, suggestion: error.suggestion)
                    return nil
                }
            }, write: { .quoted($0.description) })
    }
}

extension ValueKind<[UInt8]> {
    /// Pairs of hexadecimal digits, with or without blanks.
    static var bytes: ValueKind {
        let limit = ScriptLimits.messageBytes
        let expected = "up to \(limit) bytes as pairs of hexadecimal digits such as 00ff"
        let schema = ScriptSchema.Part(
            ["type": ["string", "integer"], "pattern": "^ *([0-9A-Fa-f] *[0-9A-Fa-f] *)+$"])
        return scalar(
            expected, schema,
            parse: { text in
                let digits = text.filter { $0 != " " }.map { $0.isASCII ? $0.hexDigitValue : nil }
                let whole = digits.compactMap(\.self)
                guard whole.count == digits.count, whole.count.isMultiple(of: 2), whole.count / 2 <= limit else {
                    return nil
                }
                return stride(from: 0, to: whole.count, by: 2).map { UInt8(whole[$0] * 16 + whole[$0 + 1]) }
            },
            write: { bytes in
                let pairs = bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }
                return .text("\"" + pairs.joined(separator: " ") + "\"")
            })
    }
}
