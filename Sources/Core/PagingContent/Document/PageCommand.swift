/// A command for the layout of what follows, in a comment of its own and spelled as presenterm spells it.
package enum PageCommand: Hashable {
    /// Columns with these shares of the width, from the left to the right.
    case columnLayout([Int])
    /// The column that what follows stands in, from 0.
    case column(Int)
    case resetLayout
    case alignment(Document.Alignment)
    case middle
    case space(lines: Int)
    case titlePage
    case footer(String)

    private static let mostColumns = 8
    private static let mostWeight = 100
    private static let mostLines = 50

    /// Nil for a comment that is no command, or whose value is none.
    package init?(comment: Substring) {
        let text = comment.dropFirst(4).dropLast(3)
        let parts = text.split(separator: ":", maxSplits: 1).map { $0.split(whereSeparator: \.isWhitespace) }
        guard let name = parts.first?.first, parts[0].count == 1 else { return nil }
        let value = parts.count == 2 ? parts[1].joined() : ""
        switch (name, value) {
        case ("reset_layout", ""): self = .resetLayout
        case ("jump_to_middle", ""): self = .middle
        case ("title_page", ""): self = .titlePage
        case ("new_line", ""), ("newline", ""): self = .space(lines: 1)
        case ("new_lines", _), ("newlines", _):
            guard let lines = Int(value), (1...PageCommand.mostLines).contains(lines) else { return nil }
            self = .space(lines: lines)
        case (Substring(PageFooter.command), _):
            self = .footer(text[name.endIndex...].drop { $0 != ":" }.dropFirst().trimmed)
        case ("alignment", _):
            guard let alignment = Document.Alignment(command: value) else { return nil }
            self = .alignment(alignment)
        case ("column", _):
            guard let column = Int(value), (0..<PageCommand.mostColumns).contains(column) else { return nil }
            self = .column(column)
        case ("column_layout", _):
            guard value.hasPrefix("["), value.hasSuffix("]") else { return nil }
            let weights = value.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false)
                .map { Int($0) ?? 0 }
            guard (1...PageCommand.mostColumns).contains(weights.count),
                weights.allSatisfy((1...PageCommand.mostWeight).contains)
            else { return nil }
            self = .columnLayout(weights)
        default: return nil
        }
    }
}

extension PageCommand {
    /// The values that the commands take; empty for none.
    private static let values = [
        "reset_layout": "", "jump_to_middle": "", "title_page": "", "new_line": "", "newline": "",
        "new_lines": "a number from 1 to \(mostLines)", "newlines": "a number from 1 to \(mostLines)",
        "alignment": "left, center or right", "column": "a number from 0 to \(mostColumns - 1)",
        "column_layout": "1 to \(mostColumns) shares from 1 to \(mostWeight), such as [2, 1]",
    ]

    /// The reason why a comment is no command for the layout although it is named as one; nil for any other text.
    ///
    /// - Parameter text: a line, with further lines of its comment.
    package static func objection(to text: String) -> String? {
        let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")[...]
        guard text.hasPrefix("<!--"), let end = text.firstRange(of: "-->"), text.utf8.count >= 7 else { return nil }
        let comment = text[..<end.upperBound]
        let parts = comment.dropFirst(4).dropLast(3).split(separator: ":", maxSplits: 1)
        guard let name = parts.first?.split(separator: " "), name.count == 1, let value = values[String(name[0])] else {
            return nil
        }
        let behind = text[end.upperBound...].drop { $0 == " " }
        guard PageCommand(comment: comment) == nil else {
            guard !behind.isEmpty, !behind.hasPrefix("<!--") else { return nil }
            return "\(name[0]): expected the comment alone in its line, got text behind it; the comment does nothing"
        }
        let got = parts.count == 2 ? parts[1].split(separator: " ").joined(separator: " ") : ""
        let expected = value.isEmpty ? "no value" : value
        return "\(name[0]): expected \(expected), got `\(got)`; the comment does nothing"
    }
}

extension Document.Alignment {
    fileprivate init?(command: String) {
        switch command {
        case "left": self = .leading
        case "center", "centre": self = .centre
        case "right": self = .trailing
        default: return nil
        }
    }
}
