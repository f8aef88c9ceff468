/// Code without any joining of lines; a line that is too long continues in the next row after a `\`.
struct CodeLayout {
    /// Columns between the left edge and code that is narrow enough for it.
    private static let indent = 2
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
            guard var glyph = Glyph(character, style: .accent) else { continue }
            if !glyph.isBlank { glyph.number = numbering.take() }
            glyphs.append(glyph)
            used += glyph.columns
        }
        return glyphs
    }

    /// The lines; the language is shown to their right where there is room.
    func lines(columns: Int) -> [[Glyph]] {
        let widest = rows.map { $0.trimmed.columns }.max() ?? 0
        let indent = Glyph.blanks(min(CodeLayout.indent, max(0, columns - widest)))
        var lines = rows.flatMap { CodeLayout.broken($0.trimmed, columns: columns - indent.count) }.map { indent + $0 }
        let label = Glyph.decoration(language, style: .faint)
        let place = min(columns - label.columns, indent.count + widest + 2)
        if !label.isEmpty, let first = lines.first, first.columns + 2 <= place {
            lines[0] += Glyph.blanks(place - first.columns) + label
        }
        return lines
    }

    private static func broken(_ row: [Glyph], columns: Int) -> [[Glyph]] {
        guard row.columns > columns, columns > 2 else { return [row] }
        var lines: [[Glyph]] = [[]]
        var used = 0
        for (place, glyph) in row.enumerated() {
            let isLast = place == row.count - 1
            if used + glyph.columns > columns - (isLast ? 0 : 1) {
                lines[lines.count - 1] += Glyph.decoration("\\", style: .faint)
                lines.append([])
                used = 0
            }
            lines[lines.count - 1].append(glyph)
            used += glyph.columns
        }
        return lines
    }
}
