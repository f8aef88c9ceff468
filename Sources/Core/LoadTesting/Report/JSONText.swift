/// A JSON value to write. Objects keep the order of their fields.
indirect enum JSONText: Hashable {
    struct Field: Hashable {
        let name: String
        let value: JSONText
    }

    case object([Field])
    case array([JSONText])
    case string(String)
    case integer(Int64)
    case number(Double)
    case boolean(Bool)
    case null

    static func integer(_ value: Int) -> JSONText { .integer(Int64(value)) }

    static func fields(_ fields: [(String, JSONText)]) -> JSONText {
        .object(fields.map { Field(name: $0.0, value: $0.1) })
    }

    /// Counts by name, in the order of the names.
    static func counts(_ counts: [String: Int]) -> JSONText {
        .fields(counts.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) })
    }

    /// The text with line breaks down to two levels, so that two reports can be compared line by line.
    var text: String { text(level: 0) + "\n" }

    private static let brokenLevels = 2

    private func text(level: Int) -> String {
        switch self {
        case .object(let fields):
            JSONText.list(
                fields.map { JSONText.quoted($0.name) + ": " + $0.value.text(level: level + 1) }, in: "{}", level: level
            )
        case .array(let values): JSONText.list(values.map { $0.text(level: level + 1) }, in: "[]", level: level)
        case .string(let string): JSONText.quoted(string)
        case .integer(let number): "\(number)"
        case .number(let number): number.isFinite ? "\(number)" : "null"
        case .boolean(let truth): truth ? "true" : "false"
        case .null: "null"
        }
    }

    private static func list(_ items: [String], in brackets: String, level: Int) -> String {
        let (open, close) = (brackets.prefix(1), brackets.suffix(1))
        guard level < brokenLevels, !items.isEmpty else { return open + items.joined(separator: ", ") + close }
        let indent = String(repeating: "  ", count: level)
        return "\(open)\n\(indent)  " + items.joined(separator: ",\n\(indent)  ") + "\n\(indent)\(close)"
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
