import LoadTesting
import PagingContent
import TerminalView

/// The course of a run as charts: percentiles of a measure, users, errors by kind.
struct RunCharts: Sendable {
    /// Percentiles of a measure over time.
    private struct Percentiles {
        var lines: [TimeSeries] = Array(repeating: TimeSeries(), count: RunCharts.percents.count)
    }

    private static let percents: [(name: String, percent: Double, look: Style, mark: Character)] = [
        ("p99", 99, .role(.alertCaution), "*"), ("p95", 95, .role(.alertWarning), "+"),
        ("p50", 50, .role(.alertTip), "."),
    ]
    private static let order = Measure.mostWanted + [.lag]
    /// Kinds of errors with a line each; the legend has no room for more.
    private static let kindsAtMost = 3

    private let title: String
    private var measures: [Measure: Percentiles] = [:]
    private var playing = TimeSeries()
    private var connected = TimeSeries()
    private var errors: [String: TimeSeries] = [:]
    private var totals: [String: Int] = [:]
    private var seconds = 0
    private var newest = LoadResult.Slice()
    /// The newest sentence about the run, in place of its title.
    var note: String?
    /// The measure that is shown; nil: the first that has values.
    private var chosen: Measure?

    init(title: String) {
        self.title = title
    }

    mutating func add(_ second: LoadSecond) {
        let slice = second.slice
        (seconds, newest) = (second.number + 1, slice)
        playing.append(Double(slice.playing))
        connected.append(Double(slice.users))
        for measure in RunCharts.order { add(slice.latencies[measure], of: measure) }
        var kinds = ErrorKind.allCases.map { ($0.rawValue, slice.count(of: $0)) }
        kinds.append(("refused", slice.counts.refused))
        for (kind, count) in kinds where count > 0 || errors[kind] != nil {
            totals[kind, default: 0] += count
            errors[kind, default: RunCharts.quiet(seconds - 1)].append(Double(count))
        }
    }

    private mutating func add(_ values: Distribution?, of measure: Measure) {
        let isNew = measures[measure] == nil
        guard values != nil || !isNew else { return }
        for (line, percentile) in RunCharts.percents.enumerated() {
            if isNew {
                for _ in 1..<max(1, seconds) { measures[measure, default: Percentiles()].lines[line].append(nil) }
            }
            let value = values.map { Double($0.value(atPercentile: percentile.percent)) }
            measures[measure, default: Percentiles()].lines[line].append(value)
        }
    }

    /// A line without errors in all seconds before.
    private static func quiet(_ seconds: Int) -> TimeSeries {
        var series = TimeSeries()
        for _ in 0..<max(0, seconds) { series.append(0) }
        return series
    }

    /// Shows the next measure that has values.
    mutating func chooseNext() {
        let known = RunCharts.order.filter { measures[$0] != nil }
        guard let shown, let place = known.firstIndex(of: shown) else { return }
        chosen = known[(place + 1) % known.count]
    }

    private var shown: Measure? { chosen ?? RunCharts.order.first { measures[$0] != nil } }

    /// The window of this moment.
    var board: ChartBoard {
        ChartBoard(
            title: note ?? title,
            figures: [
                "\(seconds)s", "\(newest.playing) users", "\(newest.actions) actions/s",
                "\(newest.receivedMessages) messages/s in", "\(newest.faults) errors/s",
            ], charts: [latencyChart, usersChart, errorsChart], times: ("0s", "\(max(seconds, 30))s"),
            hint: "Tab: next measure   Ctrl-C: end the run")
    }

    private var latencyChart: LineChart {
        let percentiles = shown.flatMap { measures[$0] } ?? Percentiles()
        let lines = zip(RunCharts.percents, percentiles.lines).map { percentile, series in
            LineChart.ChartLine(percentile.name, series, style: percentile.look, mark: percentile.mark)
        }
        return LineChart(shown?.rawValue ?? "latency", lines, isLogarithmic: true) {
            LatencyText(Int64(min(max($0, 0), 1e15))).description
        }
    }

    private var usersChart: LineChart {
        LineChart(
            "users",
            [
                .init("playing", playing, style: .role(.faint), mark: "."),
                .init("connected", connected, style: .role(.alertNote), mark: "*"),
            ], words: RunCharts.number)
    }

    private var errorsChart: LineChart {
        let kinds = totals.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(RunCharts.kindsAtMost)
        let looks: [(Style, Character)] = [
            (.role(.alertCaution), "*"), (.role(.alertWarning), "+"), (.role(.alertImportant), "x"),
        ]
        let lines = zip(kinds, looks).map { kind, look in
            LineChart.ChartLine(kind.key, errors[kind.key] ?? TimeSeries(), style: look.0, mark: look.1)
        }
        return LineChart(lines.isEmpty ? "no errors" : "errors/s", lines, words: RunCharts.number)
    }

    private static let number: @Sendable (Double) -> String = { "\(Int64(min(max($0, 0), 1e15)))" }
}
