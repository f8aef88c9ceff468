extension Chart {
    /// A measure over the time of the run: three percentiles and the largest value of each moment.
    static func latency(of measure: Measure, in moments: TimelineBuckets) -> Chart? {
        let found = moments.all.map { moment in
            moment.latencies[measure].flatMap { $0.count > 0 ? RankedValues($0) : nil }
        }
        guard found.contains(where: { $0 != nil }) else { return nil }
        let unit = Unit(measure)
        let series = LatencySeries.all
        let values = found.compactMap { $0 }.flatMap { some in series.map { unit.drawn($0.value(some)) } }
        let frame = Frame(across: moments.axis, up: .fitting(values))
        var drawing = frame.grid + frame.marks(of: moments)
        // The largest first, so that it lies under the others.
        for line in series.reversed() {
            let places = zip(moments.all, found).map { moment, some in
                some.map { (frame.x(moment.middle), frame.y(unit.drawn(line.value($0)))) }
            }
            drawing += Mark.lines("line \(line.kind)", through: places)
        }
        drawing += zip(moments.all, found).map { moment, some in
            frame.hover(moment, words(moment, some, series, measure))
        }.joined()
        return Chart(
            title: "\(measure.rawValue) over time",
            words: "\(measure.rawValue) over the time of the run: 50th, 95th and 99th percentile and the largest value",
            entries: series.map { LegendEntry(kind: $0.kind, name: $0.name) },
            labels: frame.labels(across: moments.axisTitle, moments.label, up: unit), drawing: drawing)
    }

    private static func words(
        _ moment: TimelineBuckets.Moment, _ found: RankedValues?, _ series: [LatencySeries], _ measure: Measure
    ) -> String {
        guard let found else { return "\(moment.words): nothing" }
        let figures = series.map { "\($0.name) \(measure.text($0.value(found)))" }
        return "\(moment.words): \(figures.joined(separator: ", ")), \(Format.grouped(Int(found.count))) values"
    }
}

/// One line of a chart of latencies over time.
struct LatencySeries {
    let kind: String
    let name: String
    let value: @Sendable (RankedValues) -> Int64

    static let all =
        zip(["low", "middle", "high"], Percentile.ofSeconds).map { kind, percentile in
            LatencySeries(kind: kind, name: percentile.name) { $0.value(at: percentile) }
        } + [LatencySeries(kind: "most", name: "max") { $0.maximum }]
}

extension Frame {
    /// The warm-up as an area, and lines at the moments of commands and of the end by a threshold, each with its tooltip.
    func marks(of moments: TimelineBuckets) -> String {
        var svg = ""
        if moments.warmupSeconds > 0 {
            let words = "warm-up: the figures leave out the first \(moments.warmupSeconds) s"
            let (start, end) = (x(0), x(Double(moments.warmupSeconds)))
            svg += Mark.box("warmup", x: start, y: 0, width: end - start, height: Frame.height, title: words)
            svg += Mark.text("tick", "warm-up", at: (start + 4, 14))
        }
        if let abort = moments.abort {
            let place = x(min(Double(abort.second), moments.duration))
            svg += Mark.box(
                "command", x: place - 1, y: 0, width: 2, height: Frame.height, title: abort.text)
        }
        return svg + commands(of: moments)
    }

    /// A line at the moment of each command, with the command as its tooltip.
    private func commands(of moments: TimelineBuckets) -> String {
        moments.commands.map { command in
            let place = x(min(Double(command.plan.atMilliseconds) / 1_000, moments.duration))
            return Mark.box(
                "command", x: place - 1, y: 0, width: 2, height: Frame.height,
                title: "\(command.momentText): \(command.plan.text)")
        }.joined()
    }

    /// An invisible box over a moment whose tooltip has the figures drawn there.
    func hover(_ moment: TimelineBuckets.Moment, _ words: String) -> String {
        let (start, end) = (x(Double(moment.start)), x(Double(moment.start + moment.seconds)))
        return Mark.box("hover", x: start, y: 0, width: end - start, height: Frame.height, title: words)
    }
}
