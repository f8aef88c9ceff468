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

    func meets(_ other: ScreenArea) -> Bool {
        (column..<column + columns).overlaps(other.column..<other.column + other.columns)
            && (row..<row + rows).overlaps(other.row..<other.row + other.rows)
    }

    /// Whether all of it lies on a screen of this size.
    func isInside(columns: Int, rows: Int) -> Bool {
        column >= 0 && row >= 0 && column + self.columns <= columns && row + self.rows <= rows
    }
}

extension Screen {
    /// Writes the status line into the last row; a quiet one ends with the way through the pages, where there is room.
    mutating func writeStatus(_ status: StatusLine, borders: Borders) {
        let style: Style = status.isQuiet ? [.faint, .role(.status)] : .reversed
        var end = 0
        for part in status.parts(columns: columns) {
            if end > 0 { end = write(StatusLine.divider, column: end, row: rows - 1, style: style) }
            let role = part.role.map { Style([], ink: .role($0)).union(.bold) }
            let alert = status.isQuiet ? role : role.map { $0.union(.reversed) }
            end = write(part.text, column: end, row: rows - 1, style: alert ?? style)
        }
        if status.isQuiet {
            writeProgress(of: status, from: end, borders)
        } else {
            restyle(row: rows - 1, columns: end..<columns, style)
        }
    }

    private mutating func writeProgress(of status: StatusLine, from end: Int, _ borders: Borders) {
        let cells = min(columns - end - Screen.bannerMargin, Screen.progressColumns)
        guard cells >= Screen.progressColumns / 2, let done = status.progress(cells: cells) else { return }
        let (row, start) = (rows - 1, columns - cells)
        let rest = String(repeating: borders.horizontal, count: cells - done)
        let line = String(repeating: borders.indicator, count: done)
        write(line, column: start, row: row, style: .role(.progress))
        write(rest, column: start + done, row: row, style: [.faint, .role(.status)])
    }

    /// Longest bar of the way through the pages.
    private static let progressColumns = 24

    /// Columns of a row that a banner does not use.
    static let bannerMargin = 4

    /// Writes a line over the pages, cut to the width.
    mutating func writeBanner(_ text: String, row: Int, style: Style, ellipsis: String) {
        guard columns > Screen.bannerMargin, (0..<rows).contains(row) else { return }
        let text = ColumnText.cut(text, columns: columns - Screen.bannerMargin, ellipsis: ellipsis)
        let hidden = rightText(row: row)
        let end = write(" \(text) ", column: 1, row: row, style: style, end: columns - 1)
        // A part of another text would mean something else.
        guard hidden < end, end < columns - 2 else { return }
        let edge = self[column: columns - 2, row: row]
        write(
            String(repeating: edge.character, count: columns - 2 - end), column: end, row: row, style: edge.style)
    }

    /// The first column of a text at the right end of a border, of blanks or not; the end of the border without one.
    private func rightText(row: Int) -> Int {
        let edge = self[column: columns - 2, row: row].character
        var (start, gap) = (columns - 2, 0)
        for column in stride(from: columns - 3, through: 1, by: -1) where gap < 2 {
            // Within a text, blanks stand alone.
            gap = self[column: column, row: row].character == edge ? gap + 1 : 0
            if gap == 0 { start = column }
        }
        return start
    }
}
