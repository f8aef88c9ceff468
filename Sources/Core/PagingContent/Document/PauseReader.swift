/// Finds the pauses among a page's lines.
///
/// A pause may be indented, as in a list item, and may be in a quote. A pause in code or in a comment is text.
struct PauseReader {
    /// The lines with each pause written as `PauseLine.text`, so that clients need to know only this form.
    private(set) var shown: [SourceLine] = []
    /// The lines of pauses and of code with steps, once for each step, in their order.
    private(set) var pauses: [SourceLine] = []

    init(_ lines: [SourceLine], warnings: inout [DeckWarning]) {
        var reader = TextReader(lines)
        for line in lines {
            switch reader.read(line.text) {
            case .text: read(line, isIndented: reader.isIndented, &warnings)
            case .code(.opening(let fence)):
                // Each group of lines after the first is a step.
                let steps = CodeAttributes(fence.information.trimmed.drop { !$0.isWhitespace }).steps
                pauses += Array(repeating: line, count: steps)
                shown.append(line)
            case .code, .comment: shown.append(line)
            }
        }
    }

    private mutating func read(_ line: SourceLine, isIndented: Bool, _ warnings: inout [DeckWarning]) {
        let mark = line.text.prefix { $0 == " " || $0 == "\t" || $0 == ">" }
        let inside = line.text[mark.endIndex...]
        if !isIndented, PauseLine.isPause(inside) {
            let pause = SourceLine(number: line.number, text: Substring(mark + PauseLine.text))
            pauses.append(pause)
            shown.append(pause)
            return
        }
        if let place = inside.firstRange(ofMark: PauseLine.text) {
            let column = line.text[..<place.lowerBound].count + 1
            let text =
                isIndented
                ? "not a pause: expected three blanks at most before it, within its list item"
                : "not a pause: only `\(PauseLine.text)` alone in its line is"
            warnings.append(DeckWarning(line: line.number, column: column, text: text))
        }
        shown.append(line)
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
