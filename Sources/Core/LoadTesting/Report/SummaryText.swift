import Scripting
import Support

/// The figures of a run for a terminal: the verdict first.
struct SummaryText {
    private static let fewestColumns = 37
    /// Columns of a measure's name and count, and of each value.
    private static let (headColumns, valueColumns) = (27, 10)

    private let report: LoadReport
    private let columns: Int
    private var lines: [String] = []

    init(_ report: LoadReport, columns: Int) {
        (self.report, self.columns) = (report, max(columns, SummaryText.fewestColumns))
        addVerdict()
        addMeasures()
        addThresholds()
        addCommands()
        addAgents()
        addCounts()
        addFailures()
    }

    /// Ends with a line feed.
    var text: String { lines.map { $0 + "\n" }.joined() }

    private mutating func addVerdict() {
        let result = report.result
        addWrapped("\(report.outcome.rawValue.uppercased()): \(report.outcomeText)", first: "", rest: "  ")
        add("  \(result.title)")
        var facts = [report.target, Format.span(microseconds: result.duration)]
        facts.append("\(Format.count(result.peakUsers, "user")) at most")
        facts.append("seed \(result.seed)")
        if let start = report.start { facts.append(start.text) }
        add("  \(facts.joined(separator: ", "))")
    }

    private mutating func addMeasures() {
        addMeasures("measure", report.result.latencies)
        for group in report.result.groups { addMeasures(group.text.printableLine, report.result.latencies(of: group)) }
    }

    /// - Parameter title: the head of the first column.
    private mutating func addMeasures(_ title: String, _ all: [Measure: LoadResult.Latencies]) {
        let measures = LoadReport.measures(in: all)
        guard !measures.isEmpty else { return }
        let names = Percentile.shown.map(\.name) + ["max", "naive p99"]
        let shown = shownValues
        add("")
        add(row(title, "count", names, shown))
        for measure in measures {
            guard let latencies = all[measure] else { continue }
            let found = RankedValues(latencies.corrected)
            var values = Percentile.shown.map { found.value(at: $0) }
            values.append(found.maximum)
            let texts = values.map(measure.figure)
            let naive = latencies.naive.count > 0 ? measure.figure(latencies.naive.value(atPercentile: 99)) : "-"
            add(row(measure.rowName, Format.grouped(Int(found.count)), texts + [naive], shown))
        }
    }

    /// The places of those values of a row for which there is room.
    private var shownValues: [Int] {
        // p99, p50, the maximum, p95, p90, the naive p99, p99.9: what says most comes first.
        let ranked = [3, 0, 5, 2, 1, 6, 4]
        return ranked.prefix((columns - SummaryText.headColumns) / SummaryText.valueColumns).sorted()
    }

    private func row(_ name: String, _ count: String, _ values: [String], _ shown: [Int]) -> String {
        let head = "  " + name + Format.right(count, max(12, SummaryText.headColumns - 2 - name.count))
        return head + shown.map { Format.right(values[$0], SummaryText.valueColumns) }.joined()
    }

    private mutating func addThresholds() {
        guard !report.verdicts.isEmpty else { return }
        add("")
        add("  thresholds")
        for verdict in report.verdicts {
            let word = verdict.held ? "held  " : "FAILED"
            add("    \(word)  \(Format.left(verdict.threshold.text.printableLine, 32))  found \(verdict.foundText)")
        }
    }

    private mutating func addCommands() {
        guard !report.commands.isEmpty else { return }
        add("")
        add("  commands")
        for command in report.commands {
            addWrapped("\(command.momentText): `\(command.plan.text)` \(command.endText)")
        }
    }

    private mutating func addAgents() {
        guard !report.agents.isEmpty else { return }
        add("")
        add("  agents")
        for agent in report.agents {
            let loss = agent.lossText.map { "; LOST: \($0)" } ?? ""
            addWrapped("\(agent.name): \(agent.shareText) of the users, clock \(agent.clockText)\(loss)")
        }
    }

    private mutating func addCounts() {
        add("")
        for (index, line) in CountLine.all(of: report.result).enumerated() {
            let head = (index == 0 ? "  counts   " : "           ") + Format.left(line.name, 17) + " "
            addWrapped(line.value, first: head, rest: "             ")
        }
    }

    private mutating func addFailures() {
        let result = report.result
        guard result.failureCount > 0 else { return }
        add("")
        add("  failed expectations")
        for failure in result.failures.prefix(10) { addWrapped(failure) }
        let more = result.failureCount - min(10, result.failures.count)
        if more > 0 { add("    and \(Format.grouped(more)) more") }
    }

    /// Wraps a long line: the end of a failure says what was found.
    private mutating func addWrapped(_ text: String, first: String = "    ", rest: String = "      ") {
        var (line, isEmpty) = (first, true)
        for word in text.printableLine.split(separator: " ") {
            if line.count + 1 + word.count > columns, !isEmpty {
                add(line)
                (line, isEmpty) = (rest, true)
            }
            line += (isEmpty ? "" : " ") + word
            isEmpty = false
        }
        add(line)
    }

    /// Adds a line without anything that a terminal or a log would execute.
    private mutating func add(_ line: String) {
        let line = SummaryText.withoutCommand(line.printableLine)
        let kept = line.count > columns ? line.prefix(columns - 3) + "..." : line[...]
        lines.append(String(kept))
    }

    /// The line with escapes where GitHub Actions would execute it: `::` at its beginning, also behind blanks, and `##[`
    /// anywhere.
    private static func withoutCommand(_ line: String) -> String {
        let line = line.replacing("##[", with: "#\\u0023[")
        let words = line.unicodeScalars.drop { $0.properties.isWhitespace }
        guard words.starts(with: "::".unicodeScalars) else { return line }
        return String(line.unicodeScalars[..<words.startIndex]) + "\\u003A" + String(words.dropFirst())
    }
}
