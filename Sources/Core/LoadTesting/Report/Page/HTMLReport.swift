import Scripting

/// A run as one page for a browser or for print, without any external resource.
struct HTMLReport {
    let report: LoadReport
    private let moments: TimelineBuckets

    init(_ report: LoadReport) {
        self.report = report
        moments = TimelineBuckets(
            report.result.timeline, commands: report.commands, warmupSeconds: report.result.warmupSeconds,
            abort: report.abort)
    }

    var text: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
        <link rel="icon" href="data:,">
        \(Markup.element("title", "\(report.result.title): \(report.outcome.rawValue)"))
        <style>\(PageStyle.text)</style>
        </head>
        <body>
        <main>
        \(header)\(tiles)\(thresholds)\(commands)\(agents)\(failures)\
        \(measures)\(course)\(latencies)\(details)\(reading)</main>
        </body>
        </html>

        """
    }

    private var header: String {
        var facts = [report.target]
        if let start = report.start { facts.append(start.text) }
        facts.append("seed \(report.result.seed)")
        return """
            <header>
            \(Markup.element("h1", report.result.title))
            <p class="outcome \(report.outcome.rawValue)"><b><span aria-hidden="true">\(sign)</span> \
            \(report.outcome.rawValue)</b> <span>\(Markup.escaped(report.outcomeText))</span></p>
            \(Markup.element("p", facts.joined(separator: " · "), kind: "facts"))
            </header>

            """
    }

    private var sign: String {
        switch report.outcome {
        case .passed: "✓"
        case .failed: "✗"
        case .invalid: "!"
        case .interrupted: "–"
        }
    }

    private var thresholds: String {
        guard !report.verdicts.isEmpty else { return "" }
        let rows = report.verdicts.map { verdict in
            Markup.row(
                [verdict.threshold.text, verdict.foundText, word(for: verdict)],
                kind: verdict.held ? "held" : "broken")
        }
        return section("Thresholds", table(["threshold", "found", "verdict"], rows, kind: "words"))
    }

    private func word(for verdict: Verdict) -> String {
        verdict.held ? "✓ held" : verdict.endedRun ? "✗ ended the run" : "✗ did not hold"
    }

    private var commands: String {
        guard !report.commands.isEmpty else { return "" }
        let rows = report.commands.map { command in
            Markup.row(
                [command.momentText, command.plan.text, command.endText], kind: command.isFailure ? "broken" : "")
        }
        return section("Commands", table(["moment", "command", "end"], rows, kind: "words"))
    }

    private var agents: String {
        guard !report.agents.isEmpty else { return "" }
        let rows = report.agents.map { agent in
            Markup.row(
                [agent.name, agent.shareText, agent.clockText, agent.lossText ?? "none"],
                kind: agent.lossText == nil ? "" : "broken")
        }
        return section("Agents", table(["agent", "users", "clock", "losses"], rows, kind: "words"))
    }

    private var failures: String {
        let result = report.result
        guard result.failureCount > 0 else { return "" }
        let more = result.failureCount - result.failures.count
        let items =
            result.failures.map { Markup.element("li", $0) }
            + (more > 0 ? [Markup.element("li", "and \(Format.grouped(more)) more")] : [])
        return section(
            "Failed expectations", "<ul class=\"failures\">\(items.joined(separator: "\n"))</ul>\n")
    }

    private var measures: String {
        let groups = report.result.groups.map { group in
            sheet("Measures of \(group.text)", report.result.latencies(of: group))
        }
        return ([sheet("Measures", report.result.latencies)] + groups).joined()
    }

    private func sheet(_ title: String, _ all: [Measure: LoadResult.Latencies]) -> String {
        let names = ["measure", "count"] + Percentile.shown.map(\.name) + ["max", "naive p99"]
        let rows = LoadReport.measures(in: all).compactMap { measure in
            all[measure].map { Markup.row(cells(of: measure, $0)) }
        }
        guard !rows.isEmpty else { return "" }
        return section(title, table(names, rows, kind: "figures"))
    }

    private func cells(of measure: Measure, _ latencies: LoadResult.Latencies) -> [String] {
        let found = RankedValues(latencies.corrected)
        let values = Percentile.shown.map { measure.figure(found.value(at: $0)) } + [measure.figure(found.maximum)]
        let naive = latencies.naive.count > 0 ? measure.figure(latencies.naive.value(atPercentile: 99)) : "–"
        return [measure.rowName, Format.grouped(Int(found.count))] + values + [naive]
    }

    private var course: String {
        guard !moments.all.isEmpty else { return "" }
        return section("The run", "<div class=\"charts\">\n\(Chart.course(moments).map(\.markup).joined())</div>\n")
    }

    private var latencies: String {
        report.measures.compactMap { measure -> String? in
            guard let latencies = report.result.latencies[measure] else { return nil }
            let charts = [Chart.latency(of: measure, in: moments), Chart.percentiles(of: measure, latencies)]
            let drawn = charts.compactMap { $0?.markup }.joined()
            let words = Markup.element("p", measure.meaning, kind: "meaning")
            return section(measure.rawValue, "\(words)\n<div class=\"charts\">\n\(drawn)</div>\n")
        }.joined()
    }

    private var details: String {
        let counts = CountLine.all(of: report.result).map { line in
            Markup.row([line.name, line.value], kind: line.isTrouble ? "broken" : "")
        }
        let conditions = report.conditions.map { Markup.row([$0.name, $0.value]) }
        let counted = section("Counts", table(["what", "how many"], counts, kind: "words"))
        guard !conditions.isEmpty else { return counted }
        return "<div class=\"pair\">\n" + counted
            + section("Conditions", table(["what", "value"], conditions, kind: "words")) + "</div>\n"
    }

    private var reading: String {
        """
        <footer>
        <p>Every latency counts from the intended moment of an action, so that a stalled server is charged for all actions \
        that had to wait; the naive figure counts from when the generator acted. \
        Percentiles are exact to three digits. Point at a chart for its figures.</p>
        </footer>

        """
    }

    func section(_ title: String, _ content: String) -> String {
        "<section>\n\(Markup.element("h2", title))\n\(content)</section>\n"
    }

    private func table(_ names: [String], _ rows: [String], kind: String) -> String {
        "<div class=\"sheet\"><table class=\"\(kind)\">\n\(Markup.head(names))<tbody>\n\(rows.joined())</tbody></table></div>\n"
    }
}
