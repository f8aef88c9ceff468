/// Finds the pauses among a page's lines.
///
/// A pause may be indented, as in a list item, and may be in a quote. A pause in fenced code is text. The fence may be
/// indented or quoted as well.
struct PauseReader {
    /// The lines with each pause written as `PauseLine.text`, so that clients need to know only this form.
    private(set) var shown: [SourceLine] = []
    /// The lines of pauses and of code with steps, once for each step, in their order.
    private(set) var pauses: [SourceLine] = []
    private var fence: Fence?

    init(_ lines: [SourceLine], warnings: inout [DeckWarning]) {
        for line in lines { read(line, &warnings) }
    }

    private mutating func read(_ line: SourceLine, _ warnings: inout [DeckWarning]) {
        let mark = line.text.prefix { $0 == " " || $0 == "\t" || $0 == ">" }
        let inside = line.text[mark.endIndex...]
        if let open = fence {
            if open.isClosed(by: inside) { fence = nil }
        } else if let opened = Fence(opening: PauseReader.withoutBullet(inside)) {
            fence = opened
            // Each group of lines after the first is a step.
            let steps = CodeAttributes(opened.information.trimmed.drop { !$0.isWhitespace }).steps
            pauses += Array(repeating: line, count: steps)
        } else if PauseLine.isPause(inside) {
            let pause = SourceLine(number: line.number, text: Substring(mark + PauseLine.text))
            pauses.append(pause)
            shown.append(pause)
            return
        } else if let place = inside.firstRange(of: PauseLine.text) {
            let column = line.text[..<place.lowerBound].count + 1
            let text = "not a pause: only `\(PauseLine.text)` alone in its line is"
            warnings.append(DeckWarning(line: line.number, column: column, text: text))
        }
        shown.append(line)
    }

    /// The text after the mark of a list item, because fenced code may begin there.
    private static func withoutBullet(_ text: Substring) -> Substring {
        let number = text.prefix { ("0"..."9").contains($0) }
        let mark = text[number.endIndex...].first
        let isMark = number.isEmpty ? mark == "-" || mark == "*" || mark == "+" : mark == "." || mark == ")"
        guard isMark else { return text }
        let rest = text[number.endIndex...].dropFirst()
        return rest.first == " " ? rest.drop { $0 == " " } : text
    }
}

/// The line that holds back the rest of a page until the next step.
package struct PauseLine {
    /// The form of a pause in the body of a page of `PageFormat.markdown`.
    package static let text = "<!-- pause -->"

    /// Whether `line` is a pause and nothing else; blanks around and inside the comment do not count.
    package static func isPause(_ line: Substring) -> Bool {
        let line = line.trimmed
        guard line.hasPrefix("<!--"), line.hasSuffix("-->"), line.utf8.count >= 7 else { return false }
        return line.dropFirst(4).dropLast(3).trimmed == "pause"
    }
}
