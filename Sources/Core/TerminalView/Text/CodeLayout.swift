import PagingContent

/// Code without any joining of lines. A line that is too long continues in the next row, with a mark in the margin, or is
/// cut where the code is scrolled sideways.
struct CodeLayout {
    /// Columns between the left edge and code, where there is room for them.
    static let indent = 2
    /// Columns within which the language stands, unless the code is wider.
    private static let labelColumns = PageText.measure
    /// Columns below which code has no margins.
    private static let leastColumns = 12

    private let rows: [[Glyph]]
    private let language: String
    /// The numbers before the rows, of one width; empty without numbers.
    private let numbers: [[Glyph]]

    /// - Parameter step: the step at which the first group of highlighted lines is shown.
    init(_ code: Document.CodeBlock, _ attributes: CodeAttributes, step: Int, numbering: inout Numbering) {
        var pen = CodePen(code.spans)
        var rows: [[Glyph]] = []
        for line in code.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            pen.focus = CodeFocus(attributes, line: rows.count + 1, from: step)
            rows.append(pen.glyphs(line, &numbering))
        }
        self.rows = rows
        language = String(code.language.prefix { !$0.isWhitespace })
        let digits = String(rows.count).count
        numbers =
            !attributes.hasLineNumbers
            ? []
            : rows.indices.map { row in
                let number = String(row + 1)
                return Glyph.decoration(
                    String(repeating: " ", count: digits - number.count) + number + "  ", style: .faint)
            }
    }

    /// Columns of the longest line, with the margin at its left.
    var columns: Int { (rows.map(\.trimmed.columns).max() ?? 0) + CodeLayout.indent + (numbers.first?.columns ?? 0) }

    /// The lines; the language is shown at the right where there is room.
    ///
    /// - Parameters:
    ///   - borders: with the marks beside lines that go on elsewhere. They must not look like a part of the code.
    ///   - start: the first column in view, limited so that the end of the longest line stays in view; nil continues long
    ///     lines in the next row.
    func lines(columns: Int, borders: Borders, from start: Int? = nil) -> [[Glyph]] {
        let numbers = columns < CodeLayout.leastColumns ? [] : numbers
        let indent = Glyph.blanks(columns < CodeLayout.leastColumns ? 0 : CodeLayout.indent)
        let room = room(columns: columns)
        let start = start.map { min($0, reach(columns: columns)) }
        var lines = rows.enumerated().flatMap { number, row in
            if let start {
                let cut = CutCode(row.trimmed, from: start, columns: room, borders: borders)
                return [cut.margin(indent) + (numbers.isEmpty ? [] : numbers[number]) + cut.glyphs]
            }
            let parts = CodeLayout.broken(row.trimmed, columns: room, mark: borders.ellipsis)
            return parts.enumerated().map { part, glyphs in
                guard numbers.indices.contains(number) else { return indent + glyphs }
                return indent + (part == 0 ? numbers[number] : Glyph.blanks(numbers[number].columns)) + glyphs
            }
        }
        let label = Glyph.decoration(language, style: .faint)
        let wanted = max(CodeLayout.labelColumns, self.columns + 2 + label.columns)
        let place = min(columns, wanted) - label.columns
        if !label.isEmpty, let first = lines.first, first.columns + 2 <= place {
            lines[0] += Glyph.blanks(place - first.columns) + label
        }
        return lines
    }

    /// Columns by which the longest line can be scrolled; 0 where it fits.
    func reach(columns: Int) -> Int {
        let room = room(columns: columns)
        let longest = rows.map(\.trimmed.columns).max() ?? 0
        return longest > room ? longest - max(1, room - CutCode.markColumns) : 0
    }

    /// Columns between the margins.
    private func room(columns: Int) -> Int {
        columns < CodeLayout.leastColumns ? columns : columns - CodeLayout.indent - (numbers.first?.columns ?? 0)
    }

    private static func broken(_ row: [Glyph], columns: Int, mark: String) -> [[Glyph]] {
        guard row.columns > columns, columns > 2 else { return [row] }
        let mark = Glyph.decoration(" " + mark, style: .faint)
        let room = columns - mark.columns >= 2 ? columns - mark.columns : columns
        var lines: [[Glyph]] = [[]]
        var used = 0
        for glyph in row {
            if used + glyph.columns > room {
                if room < columns { lines[lines.count - 1] += Glyph.blanks(room - used) + mark }
                lines.append([])
                used = 0
            }
            lines[lines.count - 1].append(glyph)
            used += glyph.columns
        }
        return lines
    }
}
