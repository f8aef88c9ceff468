import Testing

@testable import TerminalView

@Suite struct ChartBoardTests {
    private func series(_ values: [Double?]) -> TimeSeries {
        var series = TimeSeries()
        for value in values { series.append(value) }
        return series
    }

    private func board(_ values: [Double?]) -> ChartBoard {
        let line = LineChart.ChartLine("p99", series(values), style: .plain, mark: "*")
        let latency = LineChart("deliver", [line], isLogarithmic: true) { "\(Int($0)) us" }
        let users = LineChart("users", [.init("playing", series(values), style: .plain, mark: "o")]) { "\(Int($0))" }
        return ChartBoard(
            title: "A run\u{1B}[2J", figures: ["3s", "5 users"],
            charts: [latency, users, LineChart("no errors", []) { _ in "" }],
            times: ("0s", "30s"), hint: "Ctrl-C: end the run")
    }

    @Test func theSmallestWindowHasAllCharts() {
        let lines = board([100, 200, 400, nil, 1_600] + Array(repeating: 100, count: 25)).draw(
            columns: 60, rows: 16, borders: .ascii
        ).lines
        #expect(lines.count == 16)
        #expect(lines[0].hasPrefix("A run·[2J"), "no control byte of a script reaches a terminal: \(lines[0])")
        #expect(lines[1] == "3s  5 users")
        #expect(lines[3] == "deliver  * p99 100 us")
        #expect(lines[4].hasPrefix(" 1600 us |") && lines[8].hasPrefix("  100 us |"), "\(lines)")
        #expect(lines[8].contains("*") && lines[4].contains("*"), "the line goes from one bound to the other")
        #expect(lines[9].hasPrefix("users  o playing 100") && lines[9].contains("no errors"), "\(lines[9])")
        #expect(lines[14].contains("0s") && lines[14].hasSuffix("30s") && lines[15] == "Ctrl-C: end the run")
    }

    @Test func dotsAreDrawnWhereThereAreSome() {
        let screen = board([100, 1_000]).draw(columns: 80, rows: 24, borders: .unicode)
        let patterns = screen.lines.joined().unicodeScalars.filter { (0x2801...0x28FF).contains($0.value) }
        #expect(patterns.count > 3, "\(screen.lines)")
    }

    @Test(arguments: [(59, 16), (60, 15), (1, 1), (20, 2)]) func aSmallWindowHasFiguresOnly(columns: Int, rows: Int) {
        let lines = board([100]).draw(columns: columns, rows: rows, borders: .ascii).lines
        #expect(lines.count == rows && !lines.joined().contains("deliver"))
        if columns > 20 { #expect(lines[1] == "3s  5 users") }
    }

    /// Nothing that a run measures breaks a chart.
    @Test(arguments: [[], [nil], [0], [0, 0], [1e300, 1], [Double?.some(-5)]])
    func anyValuesAreDrawn(values: [Double?]) {
        let line = LineChart.ChartLine("a", series(values), style: .plain, mark: "*")
        for isLogarithmic in [true, false] {
            let chart = LineChart("a", [line], isLogarithmic: isLogarithmic) { "\($0)" }
            let board = ChartBoard(title: "", figures: [], charts: [chart], times: ("", ""), hint: "")
            #expect(board.draw(columns: 70, rows: 20, borders: .unicode).rows == 20)
        }
    }

    @Test func aLongRunKeepsItsPeaks() {
        var series = TimeSeries()
        for second in 0..<10_000 { series.append(second == 4_321 ? 9 : 1) }
        #expect(series.seconds == 10_000 && series.values.count <= TimeSeries.valuesAtMost)
        #expect(series.secondsEach == 8 && series.values.compactMap(\.self).max() == 9)
        #expect(series.values.firstIndex(of: 9) == 4_321 / 8)
        #expect(series.parts(100, span: 10_000)[43] == 9 && series.last == 1)
    }
}
