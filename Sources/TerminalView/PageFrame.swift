import PagingContent

/// One page in a frame of its own, with the title in the upper border.
///
/// Below 4 columns or 3 rows there is no room for a frame; then the title and the text stand alone.
struct PageFrame {
    let page: Page
    let borders: Borders

    func draw(columns: Int, rows: Int) -> Screen {
        var screen = Screen(columns: columns, rows: rows)
        guard screen.columns >= 4, screen.rows >= 3 else {
            drawBare(on: &screen)
            return screen
        }
        let padding = screen.columns >= 8 ? 2 : 1
        let room = screen.rows - 2
        let lines = ColumnText.wrapped(page.body, columns: screen.columns - 2 * padding)
        drawBorders(on: &screen)
        drawTitle(on: &screen)
        for (row, line) in lines.prefix(room).enumerated() {
            screen.write(line, column: padding, row: row + 1, end: screen.columns - padding)
        }
        if lines.count > room { drawOverflow(lines.count - room, on: &screen) }
        return screen
    }

    private func drawBare(on screen: inout Screen) {
        let body = ColumnText.wrapped(page.body, columns: screen.columns)
        let lines = page.title.isEmpty ? body : [page.title] + body
        for (row, line) in lines.prefix(screen.rows).enumerated() {
            let text = ColumnText.cut(line, columns: screen.columns, ellipsis: borders.ellipsis)
            screen.write(text, column: 0, row: row, style: row == 0 && !page.title.isEmpty ? .bold : .plain)
        }
    }

    private func drawBorders(on screen: inout Screen) {
        let right = screen.columns - 1
        let bottom = screen.rows - 1
        let edge = String(repeating: borders.horizontal, count: screen.columns - 2)
        screen.write("\(borders.topLeft)\(edge)\(borders.topRight)", column: 0, row: 0)
        screen.write("\(borders.bottomLeft)\(edge)\(borders.bottomRight)", column: 0, row: bottom)
        for row in 1..<bottom {
            screen.write(String(borders.vertical), column: 0, row: row)
            screen.write(String(borders.vertical), column: right, row: row)
        }
    }

    private func drawTitle(on screen: inout Screen) {
        let room = screen.columns - 6
        guard room > 0, !page.title.isEmpty else { return }
        let title = ColumnText.cut(page.title, columns: room, ellipsis: borders.ellipsis)
        screen.write(" ", column: 2, row: 0)
        let end = screen.write(title, column: 3, row: 0, style: .bold, end: screen.columns - 3)
        screen.write(" ", column: end, row: 0)
    }

    /// Says in the lower border how much is hidden.
    private func drawOverflow(_ hidden: Int, on screen: inout Screen) {
        let long = " \(borders.ellipsis) \(hidden) more \(hidden == 1 ? "line" : "lines") "
        let room = screen.columns - 3
        let short = ColumnText.width(long) <= room ? long : borders.ellipsis
        let text = ColumnText.prefix(short, columns: room)
        let column = screen.columns - 2 - ColumnText.width(text)
        screen.write(text, column: column, row: screen.rows - 1, style: .faint, end: screen.columns - 1)
    }
}
