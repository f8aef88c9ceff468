package import PagingEngine

extension Scene {
    /// What a click in a cell asks for.
    package enum Click: Hashable, Sendable {
        /// The tab of this page.
        case tab(PageIndex)
        /// The fifth of the pages at either end of the row.
        case edge(Input.Direction)
    }

    /// What lies in a cell of a screen of this size that can be clicked on; nil where nothing does.
    package func click(column: Int, row: Int, columns: Int, rows: Int) -> Click? {
        let room = Scene.pageRows(columns: columns, rows: rows)
        guard (0..<room).contains(row), (0..<columns).contains(column) else { return nil }
        let region = region(columns: columns, rows: room)
        if row < region.top { return tabs?.page(column: column, columns: columns, borders: borders).map(Click.tab) }
        let isVertical = configuration.axis == .vertical
        let (place, extent) = isVertical ? (row - region.top, room - region.top) : (column, columns)
        if place * 5 < extent { return .edge(.back) }
        return (extent - 1 - place) * 5 < extent ? .edge(.forward) : nil
    }

    /// Whether a cell of a screen of this size lies on the strip of tabs.
    package func isOnStrip(column: Int, row: Int, columns: Int, rows: Int) -> Bool {
        let room = Scene.pageRows(columns: columns, rows: rows)
        guard tabs != nil, !isBlank, (0..<columns).contains(column), row >= 0 else { return false }
        return row < region(columns: columns, rows: room).top
    }

    /// The view of a hand on a screen of this size, in cells along the row of pages: its ratio is what pages are drawn by.
    package func viewport(columns: Int, rows: Int) -> Viewport? {
        let region = region(columns: columns, rows: Scene.pageRows(columns: columns, rows: rows))
        let extent = configuration.axis == .vertical ? region.rows : region.columns
        return configuration.viewport(width: Int64(max(1, extent)))
    }
}

extension TabStrip {
    /// Where a strip this wide stands when a hand has drawn its tabs so many columns to the right of where it stood at
    /// `start`: what was under the hand still is, unless the row has come to an end.
    package func place(draggedBy way: Int, from start: Position, columns: Int, borders: Borders) -> Position? {
        guard
            let row = TabRow(titles: titles, columns: columns, isEndless: isEndless, ellipsis: borders.ellipsis)
        else { return nil }
        return row.onRow(row.place(Int64(-way), cellsBeyond: row.onRow(start)))
    }

    /// The page whose tab is in a column of a strip this wide.
    func page(column: Int, columns: Int, borders: Borders) -> PageIndex? {
        guard
            let row = TabRow(titles: titles, columns: columns, isEndless: isEndless, ellipsis: borders.ellipsis)
        else { return nil }
        let place = row.onRow(place)
        let cell = row.offset(centredOn: place) + Int64(column)
        // The chosen tab is in view, and no more tabs than columns are.
        let near = place.nearestPage
        let reach = Int64(columns) + 1
        return (-reach...reach).lazy.map { near + $0 }.first { page in
            isListed(page) && row.cells(of: page).contains(cell)
        }
    }

    private func isListed(_ page: PageIndex) -> Bool {
        isEndless || (0..<Int64(titles.count)).contains(page.value)
    }
}
