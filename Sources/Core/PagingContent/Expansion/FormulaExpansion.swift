/// Replaces the formulas of a deck by their pictures in Unicode.
///
/// Formulas that cannot be shown stay as they are written. Code, comments, notes and headings' marks are not touched.
package struct FormulaExpansion {
    /// The first formula that stays as it is written, and their number.
    package private(set) var unknown: (line: DeckLine, count: Int)?
    package private(set) var lines: [DeckLine] = []

    private static let mostLines = 50
    /// Draws a formula in rows with another program; nil where that is not possible.
    private let draw: (String) -> [String]?

    package init(_ text: DeckText, draw: (String) -> [String]?) {
        self = withoutActuallyEscaping(draw) { draw in
            var expansion = FormulaExpansion(draw: draw)
            expansion.read(text.parts)
            return expansion.finished
        }
    }

    private init(draw: @escaping (String) -> [String]?) {
        self.draw = draw
    }

    /// The result without the closure, which does not outlive the call.
    private var finished: FormulaExpansion {
        var result = FormulaExpansion { _ in nil }
        (result.lines, result.unknown) = (lines, unknown)
        return result
    }

    private mutating func read(_ parts: [DeckText.DeckPart]) {
        var place = 0
        while place < parts.count {
            switch parts[place] {
            case .code(let block):
                read(block)
                place += 1
            case .kept(let line):
                lines.append(line)
                place += 1
            case .line(let line):
                if !line.text.contains(mark: "<!--"), let (tex, end) = FormulaExpansion.display(in: parts, from: place)
                {
                    show(tex, source: parts[place..<end])
                    place = end
                } else {
                    lines.append(line.replaced(by: inline(line)))
                    place += 1
                }
            }
        }
    }

    private mutating func read(_ block: DeckText.FencedCode) {
        guard block.request == .formula, let rows = rows(of: block.code) else {
            if block.request == .formula { count(block.opening) }
            lines += block.source
            return
        }
        lines += DeckText.fenced(rows, at: block.opening)
    }

    // MARK: Display

    /// The formula that begins at `place` with `$$` alone in its lines, and the place behind it.
    private static func display(in parts: [DeckText.DeckPart], from place: Int) -> (tex: String, end: Int)? {
        guard case .line(let first) = parts[place], first.text.drop(while: { $0 == " " }).hasPrefix("$$"),
            !first.text.hasPrefix("    ")
        else { return nil }
        var tex = String(first.text[...].trimmed.dropFirst(2))
        if tex.count > 2, tex.hasSuffix("$$") {
            let inside = tex.dropLast(2)
            return inside.contains("$") ? nil : (String(inside), place + 1)
        }
        guard !tex.contains("$$") else { return nil }
        for (number, part) in parts[(place + 1)...].prefix(mostLines).enumerated() {
            guard case .line(let line) = part, line.text != "---" else { return nil }
            let text = line.text[...].trimmed
            // A comment may hold notes.
            if text.isEmpty || text.contains(mark: "<!--") || text.contains(mark: "-->") { return nil }
            if text.hasSuffix("$$") { return ("\(tex)\n\(text.dropLast(2))", place + number + 2) }
            tex += "\n" + text
        }
        return nil
    }

    private mutating func show(_ tex: String, source: ArraySlice<DeckText.DeckPart>) {
        let sources = source.compactMap { if case .line(let line) = $0 { line } else { nil } }
        if let rows = rows(of: tex) {
            // A paragraph right above would take in the fence's first line only in a list.
            lines += DeckText.fenced(rows, at: sources[0])
        } else {
            count(sources[0])
            lines += sources
        }
    }

    private func rows(of tex: String) -> [String]? { Formula.rows(tex) ?? draw(tex) }

    private mutating func count(_ line: DeckLine) {
        unknown = (unknown?.line ?? line, (unknown?.count ?? 0) + 1)
    }

    // MARK: In a line

    private mutating func inline(_ line: DeckLine) -> String {
        guard !line.text.contains(mark: "<!--"), line.text.contains("$") else { return line.text }
        let characters = Array(line.text)
        let spans = FormulaSpan.all(in: characters)
        guard !spans.isEmpty else { return line.text }
        // A heading may be the page's title, which is no Markdown.
        let isTitle = SourceLine(number: 1, text: line.text[...]).heading != nil
        var text = ""
        var written = 0
        for span in spans {
            var inside = span.inside
            // A price may stand before a formula: the last `$` that can begin one does.
            if !span.isDouble, let last = characters[inside].lastIndex(of: "$"), last + 1 < inside.upperBound,
                !characters[last + 1].isWhitespace
            {
                inside = last + 1..<inside.upperBound
            }
            text += String(characters[written..<inside.lowerBound - (span.isDouble ? 2 : 1)])
            let source = characters[inside.lowerBound - (span.isDouble ? 2 : 1)..<span.range.upperBound]
            if let formula = Formula.line(String(characters[inside])) {
                text += isTitle ? formula : FormulaExpansion.escaped(formula)
            } else {
                count(line)
                text += String(source)
            }
            written = span.range.upperBound
        }
        return text + String(characters[written...])
    }

    /// The text with entities for the marks of Markdown. No `\` stands in it, as that is a part of formulas.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            if "*_`<>[]~|\\&$!#".unicodeScalars.contains(scalar) {
                result += "&#\(scalar.value);"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }
}
