extension HTMLReport {
    /// The figures one looks for first.
    var tiles: String {
        let result = report.result
        var tiles = [
            ("users at most", Format.grouped(result.peakUsers)),
            ("duration", Format.span(microseconds: result.duration)),
        ]
        let measured = result.duration - Int64(result.warmupSeconds) * 1_000_000
        if measured > 0 {
            let rate = Double(result.counts.receivedMessages) * 1_000_000 / Double(measured)
            tiles.append(("messages received per second", Format.short(rate)))
        }
        if let measure = mainMeasure, let found = result.latencies[measure].map({ RankedValues($0.corrected) }) {
            tiles.append(("\(measure.rawValue), p50", measure.text(found.value(atPercentile: 50))))
            tiles.append(("\(measure.rawValue), p99", measure.text(found.value(atPercentile: 99))))
        }
        if result.counts.expectedEvents > 0 {
            tiles.append(("events reached", Format.share(result.counts.reach)))
        }
        let cells = tiles.map { name, value in
            "<div>\(Markup.element("dd", value))\(Markup.element("dt", name))</div>"
        }
        return "<dl class=\"tiles\">\(cells.joined())</dl>\n"
    }

    /// The measure of the server's main task: to deliver, to answer, or at least to accept users.
    private var mainMeasure: Measure? {
        [Measure.deliver, .reply, .push, .ack, .join, .connect].first { report.measures.contains($0) }
    }
}
