/// The part of a line of code that is in view, with marks where it goes on.
struct CutCode {
    /// A blank and the mark at the right.
    static let markColumns = 2

    let glyphs: [Glyph]
    /// The mark at the left; nil where nothing but blanks is hidden.
    private let mark: Glyph?

    init(_ row: [Glyph], from start: Int, columns: Int, borders: Borders) {
        let goesOn = row.columns > start + columns
        let room = max(1, goesOn ? columns - CutCode.markColumns : columns)
        var shown: [Glyph] = []
        var hidesText = false
        var column = 0
        for glyph in row {
            let end = column + glyph.columns
            if column >= start, end <= start + room {
                shown.append(glyph)
            } else if end > start, column < start + room {
                // A half of a wide cluster.
                shown += Glyph.blanks(1)
            }
            hidesText = hidesText || (column < start && !glyph.isBlank)
            column = end
        }
        if goesOn, columns > CutCode.markColumns {
            shown += Glyph.blanks(room - shown.columns) + Glyph.decoration(" \(borders.hiddenRight)", style: .faint)
        }
        glyphs = shown
        mark = hidesText ? Glyph(borders.hiddenLeft, style: .faint) : nil
    }

    /// The left margin with the mark, where it has room.
    func margin(_ blanks: [Glyph]) -> [Glyph] {
        guard let mark, !blanks.isEmpty else { return blanks }
        return [mark] + blanks.dropFirst()
    }
}
