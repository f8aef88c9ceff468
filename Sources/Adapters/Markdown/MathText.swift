import PagingContent

/// Formulas between dollar signs (`FormulaSpan`), whose backslashes are text and no escapes of Markdown.
enum MathText {
    /// The text with each backslash of a formula doubled, so that the parser shows one. Code stays as it is.
    static func protected(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "$")), text.utf8.contains(UInt8(ascii: "\\")) else { return text }
        var lines: [String] = []
        var fence: Substring?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            // An opening fence may follow the mark of a list.
            let text = line.drop { " >".contains($0) || fence == nil && "-+*.)0123456789".contains($0) }
            let mark = text.prefix { $0 == "`" || $0 == "~" }
            if let open = fence {
                if mark.count >= open.count, mark.first == open.first { fence = nil }
                lines.append(String(line))
            } else if mark.count >= 3 {
                fence = mark
                lines.append(String(line))
            } else {
                lines.append(line.contains("\\") ? protectedLine(Array(line)) : String(line))
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func protectedLine(_ line: [Character]) -> String {
        var shown = ""
        var written = 0
        for span in FormulaSpan.all(in: line) {
            shown += String(line[written..<span.range.lowerBound])
            for character in line[span.range] { shown += character == "\\" ? "\\\\" : String(character) }
            written = span.range.upperBound
        }
        return shown + String(line[written...])
    }
}
