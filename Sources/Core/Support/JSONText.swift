/// A JSON value to write; objects keep the order of their fields.
///
/// For texts that people read: reports, schemas. Messages and records go through `JSONWriter` of `JSONCodec`, which writes
/// bytes without building a value first.
package indirect enum JSONText: Sendable {
    case object([(String, JSONText)])
    case array([JSONText])
    case string(String)
    case integer(Int64)
    case number(Double)
    case boolean(Bool)
    case null

    package static func integer(_ value: Int) -> JSONText { .integer(Int64(value)) }

    /// Counts by name, in the order of the names.
    package static func counts(_ counts: [String: Int]) -> JSONText {
        .object(counts.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) })
    }

    /// The object with more fields behind its own.
    package func appending(_ more: [(String, JSONText)]) -> JSONText {
        guard case .object(let fields) = self else { return self }
        return .object(fields + more)
    }

    // MARK: Text

    /// The text in one line.
    package var line: String { text("", isBroken: { _, _ in false }) }

    /// The text with line breaks down to so many levels, so that two texts can be compared line by line.
    package func text(levels: Int) -> String { text("", isBroken: { _, indent in indent.count < 2 * levels }) }

    /// The text with line breaks in each object and list that does not fit into so many columns.
    package func text(columns: Int) -> String {
        text("", isBroken: { value, indent in value.line.count + indent.count > columns })
    }

    private func text(_ indent: String, isBroken: (JSONText, String) -> Bool) -> String {
        switch self {
        case .object(let fields):
            list(fields, in: ("{", "}"), indent, isBroken) { field, inner in
                "\(JSONText.quoted(field.0)): \(field.1.text(inner, isBroken: isBroken))"
            }
        case .array(let values):
            list(values, in: ("[", "]"), indent, isBroken) { value, inner in value.text(inner, isBroken: isBroken) }
        case .string(let string): JSONText.quoted(string)
        case .integer(let number): "\(number)"
        case .number(let number): number.isFinite ? "\(number)" : "null"
        case .boolean(let truth): truth ? "true" : "false"
        case .null: "null"
        }
    }

    private func list<Item>(
        _ items: [Item], in brackets: (String, String), _ indent: String, _ isBroken: (JSONText, String) -> Bool,
        _ text: (Item, String) -> String
    ) -> String {
        let inner = indent + "  "
        let texts = items.map { text($0, inner) }
        guard !items.isEmpty, isBroken(self, indent) else {
            return brackets.0 + texts.joined(separator: ", ") + brackets.1
        }
        return "\(brackets.0)\n\(inner)" + texts.joined(separator: ",\n\(inner)") + "\n\(indent)\(brackets.1)"
    }

    private static func quoted(_ string: String) -> String {
        var text = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case "\r": text += "\\r"
            case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}": text += escaped(scalar)
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}

extension JSONText: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
    package init(arrayLiteral elements: JSONText...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSONText)...) { self = .object(elements) }
}
