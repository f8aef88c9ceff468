package import PagingEngine

/// A strip of tabs above the pages: it follows the pager, or the hand that moves it, with the chosen tab in the middle.
///
/// The highlight belongs to the tab nearest to the place and so flips exactly at the middle between two. The mark below
/// it slides and stretches from tab to tab on the way.
package struct TabStrip: Hashable, Sendable {
    package var titles: [String]
    /// Where the strip stands, in tabs.
    package var place: Position
    /// Whether the tabs come again after the last one.
    package var isEndless: Bool

    package init(titles: [String], place: Position, isEndless: Bool) {
        self.titles = titles
        self.place = place
        self.isEndless = isEndless
    }

    /// Rows the strip takes of `rows`: titles and mark, the titles alone, or nothing when the pages need them all.
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

    /// The tabs in view. An endless row is laid out as a few laps and looked at in the third, which shows the same as
    /// the lap the view is in.
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
