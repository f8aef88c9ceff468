import PagingContent
import PagingEngine
import Support

extension ValueKind<String> {
    static var text: ValueKind {
        let kind = ValueKind.scalar("a text", ScriptSchema.Part(.null), parse: { $0 }, write: { .quoted($0) })
        // Any text may have references.
        let schema = ScriptSchema.Part(["type": ["string", "number", "boolean"]]).named("text")
        return ValueKind(expected: kind.expected, schema: schema, read: kind.read, write: kind.write)
    }

    /// One of some words, each for itself.
    static func words(oneOf words: [String], definition: String? = nil) -> ValueKind {
        let expected = Phrase.list(words, "or")
        let schema = ScriptSchema.Part(["enum": .array(words.map { .string($0) })])
        return ValueKind(
            expected: expected, schema: (definition.map { schema.named($0) } ?? schema).orReference,
            read: { node, name, context in
                if let word = node.text, words.contains(word) { return word }
                let nearest = node.text.flatMap { Spelling.nearest(to: $0, among: words) }
                context.reject(node, name, expected: expected, suggestion: nearest)
                return nil
            }, write: { .text($0) })
    }
}

extension ValueKind<Bool> {
    static var flag: ValueKind {
        let words = ValueKind.words(["true": true, "false": false])
        return ValueKind(
            expected: words.expected, schema: ScriptSchema.Part(["type": "boolean"]).orReference, read: words.read,
            write: words.write)
    }
}

extension ValueKind<Int64> {
    /// The largest integers JSON keeps exactly.
    static var anyInteger: ClosedRange<Int64> { -(1 << 53)...1 << 53 }

    static func integer(_ range: ClosedRange<Int64> = anyInteger) -> ValueKind {
        var schema: [(String, JSONText)] = [("type", "integer")]
        var expected = "an integer"
        if range != anyInteger {
            schema.append(("minimum", .integer(range.lowerBound)))
            let isOpen = range.upperBound == Int64.max
            if !isOpen { schema.append(("maximum", .integer(range.upperBound))) }
            expected += isOpen ? " of at least \(range.lowerBound)" : " from \(range.lowerBound) to \(range.upperBound)"
        }
        return .scalar(
            expected, ScriptSchema.Part(.object(schema)),
            parse: { text in Int64(text).flatMap { range.contains($0) ? $0 : nil } },
            write: { .text("\($0)") })
    }

    /// A length of time with its unit, in milliseconds; at most a day, for more is a wrong unit.
    static func time(least: Int64 = 0, most: Int64 = ScriptLimits.durationMilliseconds) -> ValueKind {
        let expected = "a time such as 200ms, 1.5s or 2m"
        let schema = ScriptSchema.Part([
            "description": "A length of time with its unit: 200ms, 1.5s or 2m.", "type": "string",
            "pattern": .string("^\(ScriptSchema.timePattern)$"),
        ])
        return ValueKind(
            expected: expected, schema: schema.named("time").orReference,
            read: { node, name, context in
                guard let time = node.text.flatMap(TimeText.milliseconds) else {
                    context.reject(node, name, expected: expected)
                    return nil
                }
                guard (least...most).contains(time) else {
                    let bound =
                        time < least
                        ? "at least \(least)ms" : most < 60_000 ? "at most \(most)ms" : "at most \(most / 60_000)m"
                    context.reject(node, name, expected: "a time of \(bound)")
                    return nil
                }
                return time
            }, write: { .text("\($0)ms") })
    }

    /// A decimal number, kept in thousandths.
    static func thousandths(of unit: String) -> ValueKind {
        ValueKind<Double>.decimal(-1_000...1_000, of: unit)
            .mapped({ Int64(($0 * 1_000).rounded()) }, { Double($0) / 1_000 })
    }
}

extension ValueKind<Int> {
    static func integer(_ range: ClosedRange<Int64> = ValueKind<Int64>.anyInteger) -> ValueKind {
        ValueKind<Int64>.integer(range).mapped({ Int($0) }, { Int64($0) })
    }
}

extension ValueKind<Double> {
    static func decimal(_ range: ClosedRange<Double>, of unit: String? = nil) -> ValueKind {
        let words = "a number\(unit.map { " of \($0)" } ?? "")"
        let (least, most) = (Int64(range.lowerBound), Int64(range.upperBound))
        return .scalar(
            "\(words) from \(least) to \(most)",
            ScriptSchema.Part(["type": "number", "minimum": .integer(least), "maximum": .integer(most)]),
            parse: { text in DecimalText.number(text).flatMap { range.contains($0) ? $0 : nil } },
            write: { .text(YAMLWord.number($0)) })
    }

    /// `30%` as 0.3.
    static var percent: ValueKind {
        let schema = ScriptSchema.Part([
            "description": "A share with its sign: 30%.", "type": "string",
            "pattern": .string("^\(ScriptSchema.decimalPattern)%$"),
        ])
        return .scalar(
            "a share up to 100% such as 30%", schema.named("percent"),
            parse: { text in
                guard text.last == "%", let number = DecimalText.number(String(text.dropLast())) else { return nil }
                return 0 < number && number <= 100 ? number / 100 : nil
            }, write: { .text(YAMLWord.number($0 * 100) + "%") })
    }
}

extension ValueKind<Distance> {
    static var pages: ValueKind {
        let limit = ScriptLimits.dragPages
        return units(in: -limit...limit, of: "pages", definition: "pages")
            .mapped({ Distance(units: $0) }, { $0.units })
    }
}

extension ValueKind<Velocity> {
    static var pagesPerSecond: ValueKind {
        let bound = Double(Velocity.bound / Position.unitsPerPage)
        return ValueKind<Distance>.units(in: -bound...bound, of: "pages per second", definition: "velocity")
            .mapped({ Velocity(unitsPerSecond: $0) }, { $0.unitsPerSecond })
    }
}

extension ValueKind {
    /// A number of pages, kept in the engine's units.
    static func units(
        in range: ClosedRange<Double>, of unit: String, definition: String? = nil
    ) -> ValueKind<Int64> {
        let number = ValueKind<Double>.decimal(range, of: unit)
        let kind = ValueKind<Int64>(
            expected: number.expected, schema: number.schema,
            read: { node, name, context in
                number.read(node, name, &context).map { Int64(($0 * Double(Position.unitsPerPage)).rounded()) }
            }, write: { .text(YAMLWord.pages($0)) })
        return definition.map { kind.named($0) } ?? kind
    }
}

extension ValueKind<PageNumber> {
    static var page: ValueKind {
        let range = (1 - PageIndex.bound)...(PageIndex.bound - 1)
        let number = ValueKind<Int64>.scalar(
            "a page number",
            ScriptSchema.Part([
                "description":
                    "A page: counted from 1 where the room has a list, the page itself where it has no end.",
                "type": "integer",
            ]).named("page"),
            parse: { text in Int64(text).flatMap { range.contains($0) ? $0 : nil } }, write: { .text("\($0)") })
        return number.mapped({ PageNumber($0) }, { $0.value })
    }
}

extension ValueKind<Input.Direction> {
    static var direction: ValueKind { .words(["forward": .forward, "back": .back], definition: "direction") }
}

/// The absence of a value, of a step that is a word alone.
struct NoValue: Sendable {}

extension ValueKind<NoValue> {
    static var nothing: ValueKind {
        ValueKind(
            expected: "nothing", schema: ScriptSchema.Part(["type": "null"]),
            read: { node, name, context in
                guard node.isEmpty else {
                    context.report("`\(name)` takes no value, got \(node.kind)", at: node)
                    return nil
                }
                return NoValue()
            }, write: { _ in .nothing })
    }
}

/// Lengths of time as text.
enum TimeText {
    private static let factors: [String: Double] = ["ms": 1, "s": 1_000, "m": 60_000]

    /// `200ms`, `1.5s` or `2m` in milliseconds; nil for other texts and for times below 0.
    static func milliseconds(_ text: String) -> Int64? {
        let unit = String(text.reversed().prefix { $0.isLetter }.reversed())
        guard let factor = factors[unit], let number = DecimalText.number(String(text.dropLast(unit.count))),
            number >= 0
        else { return nil }
        return Int64(exactly: (number * factor).rounded())
    }
}

/// Numbers as text: digits with a sign and a point, without exponents.
enum DecimalText {
    static func number(_ text: String) -> Double? {
        guard text.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." || $0 == "-" || $0 == "+" }) else { return nil }
        return Double(text)
    }
}
