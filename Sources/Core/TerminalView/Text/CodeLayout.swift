/// Code without any joining of lines; a line that is too long continues in the next row, with a mark in the margin.
struct CodeLayout {
    /// Columns between the left edge and code, where there is room for them.
    private static let indent = 2
    /// Columns below which code has no margins.
    private static let leastColumns = 12
    private static let tabColumns = 4

    private let rows: [[Glyph]]
    private let language: String

    init(_ text: String, language: String, numbering: inout Numbering) {
        var rows: [[Glyph]] = []
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            rows.append(CodeLayout.glyphs(line, &numbering))
        }
        self.rows = rows
        self.language = String(language.prefix { !$0.isWhitespace })
    }

    /// Columns of the longest line, with the margin at its left.
    var columns: Int { (rows.map(\.trimmed.columns).max() ?? 0) + CodeLayout.indent }

    private static func glyphs(_ line: Substring, _ numbering: inout Numbering) -> [Glyph] {
        var glyphs: [Glyph] = []
        var used = 0
        for character in line {
            if character == "\t" {
                let blanks = tabColumns - used % tabColumns
                glyphs += Glyph.blanks(blanks)
                used += blanks
                continue
            }
            guard var glyph = Glyph(character, style: .plain) else { continue }
            if !glyph.isBlank { glyph.number = numbering.take() }
            glyphs.append(glyph)
            used += glyph.columns
        }
        return glyphs
    }

    /// The lines; the language is shown at the right edge where there is room.
    ///
    /// - Parameter mark: shown in the right margin of a row that continues in the next one. It must not look like a part
    ///   of the code.
    func lines(columns: Int, mark: String) -> [[Glyph]] {
        let indent = Glyph.blanks(columns < CodeLayout.leastColumns ? 0 : CodeLayout.indent)
        var lines = rows.flatMap { CodeLayout.broken($0.trimmed, columns: columns - indent.count, mark: mark) }
            .map { indent + $0 }
        let label = Glyph.decoration(language, style: .faint)
        let place = columns - label.columns
        if !label.isEmpty, let first = lines.first, first.columns + 2 <= place {
            lines[0] += Glyph.blanks(place - first.columns) + label
        }
        return lines
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
