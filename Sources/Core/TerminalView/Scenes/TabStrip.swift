package import PagingEngine

/// A strip of tabs above the pages. It follows the pager, or the pointer that drags it, with the chosen tab in the
/// middle.
///
/// The highlight is on the tab nearest to the position, so it changes exactly in the middle between two tabs. The mark
/// below slides and stretches from tab to tab.
package struct TabStrip: Hashable, Sendable {
    package var titles: [String]
    /// The position of the strip, in tabs.
    package var place: Position
    /// Whether the first tab follows the last one.
    package var isEndless: Bool

    package init(titles: [String], place: Position, isEndless: Bool) {
        self.titles = titles
        self.place = place
        self.isEndless = isEndless
    }

    /// Rows of the strip in a window with `rows`: titles and mark, titles alone, or none when the pages need all rows.
    static func height(of rows: Int) -> Int { rows >= 8 ? 2 : rows >= 5 ? 1 : 0 }

    /// The strip on one or two rows; on one row the mark is an underline.
    func draw(columns: Int, rows: Int, borders: Borders) -> Screen {
        var screen = Screen(columns: columns, rows: rows)
        guard
            let row = TabRow(
                titles: titles, columns: screen.columns, isEndless: isEndless, ellipsis: borders.ellipsis)
        else { return screen }
        let place = row.onRow(place)
        let offset = row.offset(centredOn: place)
        TabStrip.draw(row, from: offset, chosen: place.nearestPage, on: &screen)
        let mark = row.indicator(at: place)
        let marked = max(0, Int(mark.lowerBound - offset))..<max(0, Int(mark.upperBound - offset))
        if screen.rows > 1 {
            let line = String(repeating: borders.indicator, count: marked.count)
            screen.write(line, column: marked.lowerBound, row: 1)
        } else {
            for column in marked.clamped(to: 0..<screen.columns) {
                let style = screen[column: column, row: 0].style.union(.underlined)
                screen.restyle(row: 0, columns: column..<column + 1, style)
            }
        }
        return screen
    }

    /// The tabs in view. An endless row is laid out as a few laps and viewed in the third one, which looks the same as
    /// the actual lap.
    static func draw(_ row: TabRow, from offset: Int64, chosen: PageIndex, on screen: inout Screen) {
        let start = row.isEndless ? row.layout.recentred(offset) : offset
        let lapsBefore = (offset - start) / row.layout.lap
        for lap in 0..<(row.isEndless ? row.layout.copies : 1) {
            for (item, title) in row.titles.enumerated() {
                let column = lap * row.layout.lap + row.starts[item] - start
                let width = row.layout.widths[item]
                guard column < Int64(screen.columns), column + width > 0 else { continue }
                let page = PageIndex((lap + lapsBefore) * Int64(row.titles.count) + Int64(item))
                screen.place(tab(title, Int(width), isChosen: page == chosen), column: Int(column), row: 0)
            }
        }
    }

    private static func tab(_ title: String, _ width: Int, isChosen: Bool) -> Screen {
        var tab = Screen(columns: width, rows: 1)
        let style: Style = isChosen ? .bold : .plain
        if isChosen { tab.write("[", column: 0, row: 0, style: style) }
        tab.write(title, column: TabRow.padding, row: 0, style: style)
        if isChosen { tab.write("]", column: width - 1, row: 0, style: style) }
        return tab
    }
}

/// The cells of the tabs of a strip: tab beside tab, and in a loop lap after lap.
///
/// The tab of page 0 begins at cell 0. Every page has its own cells in every lap, so nothing jumps at the end of a lap.
struct TabRow {
    /// Columns of a title before it is cut.
    private static let longestTitle = 20
    /// Blanks to the left and right of a title; the brackets of the chosen tab take their place.
    static let padding = 2

    let titles: [String]
    let layout: StripLayout
    let isEndless: Bool
    /// The first cell of each tab of a lap.
    let starts: [Int64]

    /// Nil without tabs. A title is cut to the width of a narrow window.
    init?(titles: [String], columns: Int, isEndless: Bool, ellipsis: String) {
        let room = max(1, min(TabRow.longestTitle, columns - 2 * TabRow.padding))
        let cut = titles.map { ColumnText.cut($0, columns: room, ellipsis: ellipsis) }
        let widths = cut.map { Int64(max(1, ColumnText.width($0)) + 2 * TabRow.padding) }
        guard let layout = StripLayout(widths: widths, view: Int64(columns)) else { return nil }
        self.init(titles: cut, layout: layout, isEndless: isEndless)
    }

    /// Tabs with a given layout.
    init(titles: [String], layout: StripLayout, isEndless: Bool) {
        precondition(titles.count == layout.widths.count, "Every tab has a title and a width.")
        self.titles = titles
        self.layout = layout
        self.isEndless = isEndless
        var end: Int64 = 0
        starts = layout.widths.map { width in
            defer { end += width }
            return end
        }
    }

    /// The position, limited to the ends of a finite row.
    func onRow(_ place: Position) -> Position {
        guard !isEndless else { return place }
        return min(max(place, Position(units: 0)), Position(page: PageIndex(Int64(titles.count) - 1)))
    }

    /// The cells of a page's tab.
    func cells(of page: PageIndex) -> Range<Int64> {
        let count = Int64(titles.count)
        let lap = floored(page.value, by: count)
        let item = Int(page.value - lap * count)
        let start = lap * layout.lap + starts[item]
        return start..<start + layout.widths[item]
    }

    /// The cells of the mark at `place`: both edges move from those of one tab to those of the next.
    func indicator(at place: Position) -> Range<Int64> {
        let (from, to, part) = neighbours(of: place)
        return between(from.lowerBound, to.lowerBound, part)..<between(from.upperBound, to.upperBound, part)
    }

    /// The cell at the left edge of a window whose middle is over `place`.
    func offset(centredOn place: Position) -> Int64 {
        let (from, to, part) = neighbours(of: place)
        let middles = (from.lowerBound + from.upperBound, to.lowerBound + to.upperBound)
        // Twice the way from tab to tab in units; halved together with the view.
        let way = (middles.1 - middles.0) * part
        let start = middles.0 - layout.view
        let half = start >> 1
        return half + (((start & 1) * Position.unitsPerPage + way + Position.unitsPerPage) >> 17)
    }

    /// The position whose middle is `way` cells to the right of that of `place`; negative is to the left.
    func position(_ way: Int64, cellsBeyond place: Position) -> Position {
        let (from, to, part) = neighbours(of: place)
        let here = middle(of: from) * Position.unitsPerPage + (middle(of: to) - middle(of: from)) * part
        let wanted = here + 2 * way * Position.unitsPerPage
        func start(of page: PageIndex) -> Int64 { middle(of: cells(of: page)) * Position.unitsPerPage }
        var page = PageIndex(floored(place.units, by: Position.unitsPerPage))
        while start(of: page + 1) <= wanted { page = page + 1 }
        while start(of: page) > wanted { page = page - 1 }
        let length = (start(of: page + 1) - start(of: page)) / Position.unitsPerPage
        // Rounded up: a strip dragged by whole cells from the middle of a cell is again at the middle of one.
        return Position(page: page) + Distance(units: (wanted - start(of: page) + length - 1) / length)
    }

    /// In half cells.
    private func middle(of cells: Range<Int64>) -> Int64 { cells.lowerBound + cells.upperBound }

    /// The tabs before and after `place`, and how many units it is beyond the first.
    private func neighbours(of place: Position) -> (from: Range<Int64>, to: Range<Int64>, part: Int64) {
        let page = PageIndex(floored(place.units, by: Position.unitsPerPage))
        return (cells(of: page), cells(of: page + 1), place.units - page.value * Position.unitsPerPage)
    }

    private func between(_ from: Int64, _ to: Int64, _ part: Int64) -> Int64 {
        from + (((to - from) * part + Position.unitsPerPage / 2) >> 16)
    }

    private func floored(_ value: Int64, by divisor: Int64) -> Int64 {
        let quotient = value / divisor
        return value % divisor < 0 ? quotient - 1 : quotient
    }
}
