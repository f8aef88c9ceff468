import Support

/// A run as an interval log of HdrHistogram, format version 1.3: for each second and measure a line with the whole histogram,
/// tagged with the measure's name; for naive values one line over the whole run, tagged with `naive.` and the name.
///
/// A measure of a group of actors, such as `deliver{tag:slow}`, or one that is known only at the end, or not for every second, has one line over the whole run: the lines of a tag
/// always add up to the run.
struct HistogramLog {
    private let report: LoadReport

    init(_ report: LoadReport) {
        self.report = report
    }

    var text: String { (head + lines).map { $0 + "\n" }.joined() }

    private var head: [String] {
        var lines = [
            "#[Logged by riffle load: \(report.result.title.printableLine)]",
            "#[Values in microseconds; skew in 1/65536 page]", "#[Histogram log format version 1.3]",
        ]
        let warmup = report.result.warmupSeconds
        if warmup > 0 { lines.append("#[Warm-up: the first \(warmup) s are left out]") }
        if let abort = report.abort { lines.append("#[\(abort.text.printableLine)]") }
        if let start = report.start {
            let seconds = Format.decimal(Double(start.unixMilliseconds) / 1_000, places: 3)
            lines.append("#[StartTime: \(seconds) (seconds since epoch), \(start.text.printableLine)]")
            // Without it readers take small times as absolute.
            lines.append("#[BaseTime: \(seconds) (seconds since epoch)]")
        }
        return lines + [#""StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram""#]
    }

    /// In the order of time, so that the first part of the log is the first part of the run.
    private var lines: [String] {
        let bySecond = Set(report.measures.filter(isWholeInSeconds))
        var lines: [String] = []
        for (second, slice) in report.result.timeline.enumerated().dropFirst(report.result.warmupSeconds) {
            for (measure, found) in slice.latencies.sorted(by: { $0.key < $1.key })
            where bySecond.contains(measure) && found.count > 0 {
                lines.append(line(measure.rawValue, from: Int64(second) * 1_000_000, for: 1_000_000, found))
            }
        }
        for measure in report.measures {
            guard let latencies = report.result.latencies[measure] else { continue }
            if !bySecond.contains(measure) { lines.append(wholeLine(measure.rawValue, latencies.corrected)) }
            if latencies.naive.count > 0 { lines.append(wholeLine("naive.\(measure.rawValue)", latencies.naive)) }
        }
        for group in report.result.groups {
            let latencies = report.result.latencies(of: group)
            for measure in LoadReport.measures(in: latencies) {
                if let found = latencies[measure]?.corrected {
                    lines.append(wholeLine(measure.rawValue + group.text, found))
                }
            }
        }
        return lines
    }

    private func isWholeInSeconds(_ measure: Measure) -> Bool {
        let measured = report.result.timeline.dropFirst(report.result.warmupSeconds)
        let counted = measured.reduce(into: Int64(0)) { $0 += $1.latencies[measure]?.count ?? 0 }
        return counted == report.result.latencies[measure]?.corrected.count
    }

    private func wholeLine(_ tag: String, _ found: Distribution) -> String {
        line(tag, from: 0, for: max(report.result.duration, 1), found)
    }

    /// - Parameter start: Microseconds from the start of the run, like `length`.
    private func line(_ tag: String, from start: Int64, for length: Int64, _ found: Distribution) -> String {
        let times = [start, length].map { Format.decimal(Double($0) / 1_000_000, places: 3) }
        // By the readers' convention a thousandth of the values' unit.
        let most = Format.decimal(Double(found.maximum) / 1_000, places: 3)
        return "Tag=\(HistogramLog.word(tag)),\(times[0]),\(times[1]),\(most),\(HistogramPayload(found).text)"
    }

    /// A tag as one word: readers split lines at commas and blanks.
    private static func word(_ tag: String) -> String {
        tag.replacingScalars { $0 == "," || $0.properties.isWhitespace ? "_" : nil }.printableLine
    }
}
