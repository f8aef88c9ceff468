import PagingContent

/// Lines of values over time, with a title, a legend and the bounds of the values.
package struct LineChart: Sendable {
    package struct ChartLine: Sendable {
        package var name: String
        package var series: TimeSeries
        package var style: Style
        /// The sign of the line where there are no dots.
        package var mark: Character

        package init(_ name: String, _ series: TimeSeries, style: Style, mark: Character) {
            self.name = name
            self.series = series
            self.style = style
            self.mark = mark
        }
    }

    package var title: String
    package var lines: [ChartLine]
    /// Whether equal distances are equal ratios; otherwise the scale begins at 0.
    package var isLogarithmic: Bool
    /// A value in words, for the legend and the bounds.
    package var words: @Sendable (Double) -> String

    package init(
        _ title: String, _ lines: [ChartLine], isLogarithmic: Bool = false,
        words: @escaping @Sendable (Double) -> String
    ) {
        self.title = title
        self.lines = lines
        self.isLogarithmic = isLogarithmic
        self.words = words
    }

    /// Columns for the bounds at the left.
    static let boundColumns = 10
    /// The shortest span of a chart, so that the first seconds are not drawn as wide as it.
    static let spanAtLeast = 30

    /// Draws the chart into an area of at least two rows.
    func draw(on screen: inout Screen, columns: Range<Int>, rows: Range<Int>, borders: Borders) {
        drawLegend(on: &screen, columns: columns, row: rows.lowerBound)
        let hasPatterns = borders != .ascii
        let left = columns.lowerBound + LineChart.boundColumns
        var canvas = DotCanvas(
            columns: columns.upperBound - left, rows: rows.count - 1, hasPatterns: hasPatterns)
        let span = max(LineChart.spanAtLeast, lines.map(\.series.seconds).max() ?? 0)
        let parts = lines.map { $0.series.parts(canvas.dotColumns, span: span) }
        let bounds = self.bounds(of: parts.flatMap { $0.compactMap(\.self) })
        for (row, bound) in [(rows.lowerBound + 1, bounds?.upperBound), (rows.upperBound - 1, bounds?.lowerBound)] {
            // A part of a number would be another number.
            guard let text = bound.map(words), text.count <= LineChart.boundColumns - 2 else { continue }
            let start = left - 2 - text.count
            screen.write(text, column: start, row: row, style: .role(.faint), end: left)
        }
        for row in rows.dropFirst() {
            screen.write(String(borders.vertical), column: left - 1, row: row, style: .role(.border))
        }
        guard let bounds else { return }
        for (line, values) in zip(lines, parts) { draw(values, line, bounds, on: &canvas) }
        canvas.draw(on: &screen, column: left, row: rows.lowerBound + 1)
    }

    private func drawLegend(on screen: inout Screen, columns: Range<Int>, row: Int) {
        var column = screen.write(title, column: columns.lowerBound, row: row, style: .bold, end: columns.upperBound)
        for line in lines {
            let value = line.series.last.map(words) ?? "-"
            let text = "  \(line.mark) \(line.name) \(value)"
            // A part of an entry says nothing.
            guard column + text.count <= columns.upperBound else { return }
            column = screen.write(text, column: column, row: row, style: line.style, end: columns.upperBound)
        }
    }

    /// The bounds of the scale; nil without values.
    private func bounds(of values: [Double]) -> ClosedRange<Double>? {
        guard let low = values.min(), let high = values.max() else { return nil }
        guard isLogarithmic else { return 0...max(high, 1) }
        let least = max(low, 1)
        return least...max(high, least * 2)
    }

    private func draw(_ values: [Double?], _ line: ChartLine, _ bounds: ClosedRange<Double>, on canvas: inout DotCanvas)
    {
        var before: Int?
        for (column, value) in values.enumerated() {
            guard let value else {
                before = nil
                continue
            }
            let top = canvas.dotRows - 1
            let row = top - Int((part(value, bounds) * Double(top)).rounded())
            for dot in min(row, before ?? row)...max(row, before ?? row) {
                canvas.set(column: column, row: dot, style: line.style, mark: line.mark)
            }
            before = row
        }
    }

    /// The place of a value on the scale, 0 to 1.
    private func part(_ value: Double, _ bounds: ClosedRange<Double>) -> Double {
        guard isLogarithmic else { return min(max(value / bounds.upperBound, 0), 1) }
        let octaves = LineChart.octaves(bounds.upperBound / bounds.lowerBound)
        return min(max(LineChart.octaves(max(value, 1) / bounds.lowerBound) / octaves, 0), 1)
    }

    /// The logarithm to base 2, exact enough for dots: the fraction between powers of two is taken as even.
    private static func octaves(_ ratio: Double) -> Double {
        guard ratio > 0 else { return 0 }
        return Double(ratio.exponent) + ratio.significand - 1
    }
}
