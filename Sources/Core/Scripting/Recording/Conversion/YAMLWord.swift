import PagingEngine

/// Texts and numbers as YAML.
enum YAMLWord {
    /// A text that reads back as itself: bare where YAML has no other reading, in quotes otherwise.
    static func quoted(_ text: String) -> String {
        guard !isBare(text) else { return text }
        return "\"" + text.unicodeScalars.map(escaped).joined() + "\""
    }

    private static func isBare(_ text: String) -> Bool {
        let reserved = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
        guard let first = text.first, first.isASCII, first.isLetter, text.last != " " else { return false }
        return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_") }
            && !reserved.contains(text.lowercased())
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"": return "\\\""
        case "\\": return "\\\\"
        case "\n": return "\\n"
        case "\t": return "\\t"
        default: break
        }
        // Control characters, and those that YAML breaks lines at or leaves out.
        let isStrange =
            scalar.value < 0x20 || (0x7F...0xA0).contains(scalar.value)
            || [0x2028, 0x2029, 0xFEFF].contains(scalar.value) || scalar.value > 0xFFFD
        guard isStrange else { return String(scalar) }
        let digits = String(scalar.value, radix: 16)
        return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// Units as pages with six decimals, which keep every unit.
    static func pages(_ units: Int64) -> String {
        let scale = Position.unitsPerPage
        let magnitude = units.magnitude
        let whole = magnitude / UInt64(scale)
        let part = ((magnitude % UInt64(scale)) * 1_000_000 + UInt64(scale) / 2) / UInt64(scale)
        let digits = String(part)
        var decimals = String(repeating: "0", count: 6 - digits.count) + digits
        while decimals.last == "0" { decimals.removeLast() }
        return (units < 0 ? "-" : "") + String(whole) + (decimals.isEmpty ? "" : "." + decimals)
    }

    /// A number without an exponent.
    static func number(_ value: Double) -> String {
        if value == value.rounded(), value.magnitude < 1e15 { return String(Int64(value)) }
        let text = "\(value)"
        return text.contains("e") ? pages(Int64((value * Double(Position.unitsPerPage)).rounded())) : text
    }
}
