import PagingContent

/// A window of charts below a headline: the first chart over the whole width, the others side by side below it.
package struct ChartBoard: Sendable {
    /// The smallest window with charts.
    package static let least = (columns: 60, rows: 16)

    package var title: String
    /// Figures of this moment.
    package var figures: [String]
    package var charts: [LineChart]
    /// Left and right end of the time axis.
    package var times: (start: String, end: String)
    package var hint: String

    package init(
        title: String, figures: [String], charts: [LineChart], times: (start: String, end: String), hint: String
    ) {
        self.title = title
        self.figures = figures
        self.charts = charts
        self.times = times
        self.hint = hint
    }

    /// The whole window. One that became too small has figures only.
    package func draw(columns: Int, rows: Int, borders: Borders) -> Screen {
        var screen = Screen(columns: columns, rows: rows)
        let figures = figures.joined(separator: "  ")
        screen.write(title, column: 0, row: 0, style: .bold)
        screen.write(figures, column: 0, row: min(1, screen.rows - 1))
        guard screen.columns >= ChartBoard.least.columns, screen.rows >= ChartBoard.least.rows, let first = charts.first
        else { return screen }
        let axis = screen.rows - 2
        let others = charts.dropFirst()
        let middle = others.isEmpty ? axis : axis - max(5, (axis - 3) * 2 / 5)
        first.draw(on: &screen, columns: 0..<screen.columns, rows: 3..<middle, borders: borders)
        for (place, chart) in others.enumerated() {
            let width = (screen.columns + 2) / others.count
            let start = place * width
            chart.draw(
                on: &screen, columns: start..<min(start + width - 2, screen.columns), rows: middle..<axis,
                borders: borders)
        }
        let width = times.end.count
        screen.write(times.start, column: LineChart.boundColumns, row: axis, style: .role(.faint))
        screen.write(times.end, column: screen.columns - width, row: axis, style: .role(.faint))
        screen.write(hint, column: 0, row: screen.rows - 1, style: .role(.faint))
        return screen
    }
}
