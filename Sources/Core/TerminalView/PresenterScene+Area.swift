extension PresenterScene {
    /// Where the pages lie on a presenter's screen.
    package struct Area: Hashable, Sendable {
        package let column: Int
        package let row: Int
        package let columns: Int
        package let rows: Int

        package init(column: Int, row: Int, columns: Int, rows: Int) {
            self.column = column
            self.row = row
            self.columns = columns
            self.rows = rows
        }
    }

    /// The area of the pages on a screen of this size.
    package static func pagesArea(columns: Int, rows: Int) -> Area {
        guard columns >= wideColumns, rows >= wideRows else {
            return Area(column: 0, row: 1, columns: columns, rows: max(1, Stack(rows: rows - 1).page))
        }
        let sides = Sides(columns: columns, rows: rows)
        return Area(column: 0, row: 0, columns: sides.left, rows: sides.rows)
    }
}
