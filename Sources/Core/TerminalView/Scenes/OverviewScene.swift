package import PagingContent
package import PagingEngine

/// All pages as a grid of miniatures, the chosen one in a frame, in as many rows as there is room for.
package struct OverviewScene: WindowScene {
    /// Narrower miniatures are not readable, wider ones waste room.
    private static let itemColumns = 26
    private static let itemRows = 6

    package var pages: [Page]
    package var documents: [PageID: Document]
    /// Number of the chosen page, from 0.
    package var selected: Int
    /// Number of the page that everybody is on; nil when it is none of these.
    package var current: Int?
    package var status: StatusLine
    package var borders: Borders

    package init(
        pages: [Page], documents: [PageID: Document] = [:], selected: Int, current: Int? = nil, status: StatusLine,
        borders: Borders = .ascii
    ) {
        self.pages = pages
        self.documents = documents
        self.selected = selected
        self.current = current
        self.status = status
        self.borders = borders
    }

    /// Miniatures in a row of a screen with so many columns, which is how far a key moves up and down.
    package static func itemsPerRow(columns: Int) -> Int { max(1, columns / itemColumns) }

    package func draw(columns: Int, rows: Int, layouts: inout LayoutCache) -> Screen {
        layouts.turn()
        var screen = Screen(columns: columns, rows: rows)
        let room = screen.rows - 1
        let perRow = OverviewScene.itemsPerRow(columns: screen.columns)
        let height = min(max(1, room), OverviewScene.itemRows)
        let width = screen.columns / perRow
        let top = firstRow(perRow: perRow, visible: max(1, room / height))
        for place in top * perRow..<max(top * perRow, pages.count) where room > 0 {
            let row = (place / perRow - top) * height
            guard row < room else { break }
            let item = miniature(place, columns: width, rows: min(height, room - row), &layouts)
            screen.place(item, column: place % perRow * width, row: row)
        }
        if pages.isEmpty { screen.write("no pages", column: 0, row: 0) }
        screen.writeStatus(status, borders: borders)
        return screen
    }

    /// The overview covers the pages.
    package func pagesArea(columns: Int, rows: Int) -> ScreenArea {
        ScreenArea(column: 0, row: 0, columns: columns, rows: rows)
    }

    /// The number of the miniature in a cell of a screen of this size; nil where there is none.
    package func place(column: Int, row: Int, columns: Int, rows: Int) -> Int? {
        let perRow = OverviewScene.itemsPerRow(columns: columns)
        let height = min(max(1, rows - 1), OverviewScene.itemRows)
        guard row >= 0, row < rows - 1, column >= 0, column < columns / perRow * perRow else { return nil }
        let top = firstRow(perRow: perRow, visible: max(1, (rows - 1) / height))
        let place = (top + row / height) * perRow + column / (columns / perRow)
        return pages.indices.contains(place) ? place : nil
    }

    /// The first row of the grid in view. The chosen page is in the middle, except near the ends.
    private func firstRow(perRow: Int, visible: Int) -> Int {
        let count = (pages.count + perRow - 1) / perRow
        let chosen = min(max(0, selected), max(0, pages.count - 1)) / perRow
        return min(max(0, chosen - visible / 2), max(0, count - visible))
    }

    private func miniature(_ place: Int, columns: Int, rows: Int, _ layouts: inout LayoutCache) -> Screen {
        var page = pages[place]
        page.title = "\(place == current ? "*" : "")\(place + 1) \(page.title)"
        var frame = PageFrame(page: page, borders: borders)
        frame = frame.miniature(of: documents[page.id])
        frame.isBare = place != selected
        return frame.draw(columns: columns, rows: rows, layouts: &layouts)
    }
}
