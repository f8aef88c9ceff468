import PagingContent

/// The lines of a picture: its cells or, while its bytes are not there, its words in a place of the same size.
struct PictureLines {
    let lines: [TextLine]

    init(_ picture: PagePicture, words: [Glyph], cells: CellPicture?, columns: Int, rows: Int) {
        let shown = LineBreaker(columns: columns).lines([words]).prefix(rows)
        let above = (rows - shown.count) / 2
        lines = (0..<rows).map { row in
            let slice = PictureSlice(asset: picture.asset, columns: columns, rows: rows, row: row, column: 0)
            if let cells, cells.columns == columns, cells.rows == rows {
                return TextLine(cells.row(row).map { Glyph($0) }, pictures: [slice])
            }
            guard row >= above, row - above < shown.count else { return TextLine([], pictures: [slice]) }
            let line = shown[row - above]
            return TextLine(Glyph.blanks((columns - line.columns) / 2) + line, pictures: [slice])
        }
    }
}
