/// A title that is wholly in view and at rest, with room for letters of double size, in cells of the screen.
///
/// Its letters of usual size stand in the first of the two rows.
package struct TitlePlacement: Hashable, Sendable {
    /// Bytes of one cluster at most; a longer one is no letter.
    private static let clusterBytes = 64

    /// The letters as cells show them: without control characters, and without clusters that take no columns.
    package let text: String
    package let column: Int
    package let row: Int
    /// Columns of the letters of usual size.
    package let columns: Int
    package let style: Style

    /// Nil where letters of double size do not fit before `end`.
    package init?(_ title: String, column: Int, row: Int, end: Int, style: Style) {
        let letters = title.filter { $0.columns > 0 }.map { $0.isControl ? "·" : $0 }
        columns = letters.reduce(0) { $0 + $1.columns }
        guard columns > 0, column + 2 * columns <= end, letters.allSatisfy({ $0.utf8.count <= Self.clusterBytes })
        else { return nil }
        (text, self.column, self.row, self.style) = (String(letters), column, row, style)
    }

    private init(_ title: TitlePlacement, column: Int, row: Int) {
        (text, columns, style) = (title.text, title.columns, title.style)
        (self.column, self.row) = (column, row)
    }

    /// Whether it has letters of Latin 1 only.
    var isLatin: Bool { text.unicodeScalars.allSatisfy { $0.value <= 0xFF } }

    /// The cells of the letters of double size.
    var area: ScreenArea { ScreenArea(column: column, row: row, columns: 2 * columns, rows: 2) }

    func moved(columns: Int, rows: Int) -> TitlePlacement {
        TitlePlacement(self, column: column + columns, row: row + rows)
    }
}
