import Support

/// A run as Markdown with GitHub's tables, for summaries of jobs and comments on changes.
struct MarkdownReport {
    private let report: LoadReport

    init(_ report: LoadReport) {
        self.report = report
    }

    var text: String {
        let result = report.result
        var facts = [report.target, Format.span(microseconds: result.duration)]
        facts += ["\(Format.count(result.peakUsers, "user")) at most", "seed \(result.seed)"]
        if let start = report.start { facts.append(start.text) }
        let head = """
            ### \(MarkdownReport.escaped(result.title)): \(report.outcome.rawValue)

            \(MarkdownReport.escaped(report.outcomeText)). \(MarkdownReport.escaped(facts.joined(separator: ", ")))


            """
        return head + checks + measures + counts + agents
    }

    private var checks: String {
        let rows = RunCheck.all(of: report).map { [$0.held ? "held" : "**failed**", $0.name, $0.found] }
        return MarkdownReport.table(["check", "what", "found"], rows)
    }

    private var measures: String {
        let all = report.result.latencies
        let rows = report.measures.map { measure in
            let found = RankedValues(all[measure]?.corrected ?? Distribution())
            let values = Percentile.shown.map { found.value(at: $0) } + [found.maximum]
            return [measure.rowName, Format.grouped(Int(found.count))] + values.map(measure.figure)
        }
        return MarkdownReport.table(["measure", "count"] + Percentile.shown.map(\.name) + ["max"], rows)
    }

    private var counts: String {
        MarkdownReport.table(["count", "value"], CountLine.all(of: report.result).map { [$0.name, $0.value] })
    }

    private var agents: String {
        let rows = report.agents.map { [$0.name, $0.shareText, $0.clockText, $0.lossText ?? "none"] }
        return MarkdownReport.table(["agent", "users", "clock", "losses"], rows)
    }

    /// Nothing without rows. Columns after the first stand at the right where they hold figures.
    private static func table(_ head: [String], _ rows: [[String]]) -> String {
        guard !rows.isEmpty else { return "" }
        let rule = head.map { $0 == head[0] || $0 == "what" || $0 == "found" || $0 == "value" ? "---" : "---:" }
        return ([head, rule] + rows.map { $0.map(cell) }).map { "| \($0.joined(separator: " | ")) |\n" }.joined() + "\n"
    }

    /// `**failed**` is this report's own mark; all other texts are escaped.
    private static func cell(_ text: String) -> String { text == "**failed**" ? text : escaped(text) }

    /// The text with a backslash before each character that Markdown gives a meaning, and before `<` and `&` of HTML.
    static func escaped(_ text: String) -> String {
        text.printableLine.replacingScalars { scalar in
            "\\`*_[]<>&|#~".unicodeScalars.contains(scalar) ? "\\\(scalar)" : nil
        }
    }
}
