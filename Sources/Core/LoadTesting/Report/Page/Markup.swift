import Support

/// HTML elements with escaped text.
enum Markup {
    /// Escaped text, safe in elements and in quoted attributes.
    static func escaped(_ text: String) -> String {
        text.printableLine.replacingScalars { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "'": "&#39;"
            // XML 1.0 forbids them, like the control characters that `printableLine` replaces.
            case "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
            default: nil
            }
        }
    }

    /// An element with text in it.
    static func element(_ name: String, _ text: String, kind: String = "") -> String {
        let attribute = kind.isEmpty ? "" : " class=\"\(kind)\""
        return "<\(name)\(attribute)>\(escaped(text))</\(name)>"
    }

    /// A row of a table; the first cell names it.
    static func row(_ cells: [String], kind: String = "") -> String {
        let attribute = kind.isEmpty ? "" : " class=\"\(kind)\""
        let first = cells.prefix(1).map { "<th scope=\"row\">\(escaped($0))</th>" }
        return "<tr\(attribute)>\((first + cells.dropFirst().map { element("td", $0) }).joined())</tr>\n"
    }

    static func head(_ cells: [String]) -> String {
        "<thead><tr>\(cells.map { "<th scope=\"col\">\(escaped($0))</th>" }.joined())</tr></thead>\n"
    }
}
