extension PresenterScene {
    /// Where the pages lie on a presenter's screen.
    public struct Area: Hashable, Sendable {
        public let column: Int
        public let row: Int
        public let columns: Int
        public let rows: Int

        public init(column: Int, row: Int, columns: Int, rows: Int) {
            self.column = column
            self.row = row
            self.columns = columns
            self.rows = rows
        }
    }

    /// The area of the pages on a screen of this size.
    public static func pagesArea(columns: Int, rows: Int) -> Area {
        guard columns >= wideColumns, rows >= wideRows else {
            return Area(column: 0, row: 1, columns: columns, rows: max(1, Stack(rows: rows - 1).page))
        }
        let sides = Sides(columns: columns, rows: rows)
        return Area(column: 0, row: 0, columns: sides.left, rows: sides.rows)
    }
}
