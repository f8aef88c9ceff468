package import PagingEngine

extension Scene {
    /// The target of a click.
    package enum Click: Hashable, Sendable {
        /// The tab of a page.
        case tab(PageIndex)
        /// The first or last fifth of the window.
        case edge(Input.Direction)
    }

    /// The target of a click in a cell of a screen of this size; nil where there is none.
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

    /// Whether a cell of a screen of this size belongs to the strip of tabs.
    package func isOnStrip(column: Int, row: Int, columns: Int, rows: Int) -> Bool {
        let room = Scene.pageRows(columns: columns, rows: rows)
        guard tabs != nil, !isBlank, (0..<columns).contains(column), row >= 0 else { return false }
        return row < region(columns: columns, rows: room).top
    }

    /// The viewport of a drag on a screen of this size, in cells along the row of pages, in the ratio of the drawn
    /// pages.
    package func viewport(columns: Int, rows: Int) -> Viewport? {
        let region = region(columns: columns, rows: Scene.pageRows(columns: columns, rows: rows))
        let extent = configuration.axis == .vertical ? region.rows : region.columns
        return configuration.viewport(width: Int64(max(1, extent)))
    }
}

extension TabStrip {
    /// The position of a strip of this width that was dragged by so many columns to the right from `start`. The same
    /// tab stays under the pointer, unless the row ends there.
    package func position(draggedBy distance: Int, from start: Position, columns: Int, borders: Borders) -> Position? {
        guard
            let row = TabRow(titles: titles, columns: columns, isEndless: isEndless, ellipsis: borders.ellipsis)
        else { return nil }
        return row.onRow(row.position(Int64(-distance), cellsBeyond: row.onRow(start)))
    }

    /// The page whose tab is in a column of a strip of this width.
    func page(column: Int, columns: Int, borders: Borders) -> PageIndex? {
        guard
            let row = TabRow(titles: titles, columns: columns, isEndless: isEndless, ellipsis: borders.ellipsis)
        else { return nil }
        let place = row.onRow(place)
        let cell = row.offset(centredOn: place) + Int64(column)
        // The chosen tab is in view, and there are no more tabs in view than columns.
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
