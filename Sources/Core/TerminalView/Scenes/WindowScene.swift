/// A picture of a whole window: its pages, and the status line in the last row.
package protocol WindowScene: Hashable, Sendable {
    /// Draws one of several pictures in a row; `layouts` keeps the lines of their pages.
    func draw(columns: Int, rows: Int, layouts: inout LayoutCache) -> Screen

    /// The part of a window of this size with the pages, and below them the row of a status line.
    func pagesArea(columns: Int, rows: Int) -> ScreenArea
}

extension WindowScene {
    /// Draws a single picture.
    package func draw(columns: Int, rows: Int) -> Screen {
        var layouts = LayoutCache()
        return draw(columns: columns, rows: rows, layouts: &layouts)
    }
}

/// A rectangle of cells.
package struct ScreenArea: Hashable, Sendable {
    package let column: Int
    package let row: Int
    package let columns: Int
    package let rows: Int
}

extension Screen {
    /// Writes the status line into the last row.
    mutating func writeStatus(_ status: StatusLine) {
        write(status.text(columns: columns), column: 0, row: rows - 1)
        restyle(row: rows - 1, columns: 0..<columns, .reversed)
    }

    /// Columns of a row that a banner does not use.
    static let bannerMargin = 4

    /// Writes a line over the pages, cut to the width.
    mutating func writeBanner(_ text: String, row: Int, style: Style, ellipsis: String) {
        guard columns > Screen.bannerMargin else { return }
        let text = ColumnText.cut(text, columns: columns - Screen.bannerMargin, ellipsis: ellipsis)
        write(" \(text) ", column: 1, row: row, style: style, end: columns - 1)
    }
}
