import Support

/// A run in the Test Anything Protocol, version 13: a comment for each agent with a loss, then a line for each check.
struct TAPReport {
    private let report: LoadReport

    init(_ report: LoadReport) {
        self.report = report
    }

    var text: String {
        let checks = RunCheck.all(of: report)
        let lines = checks.enumerated().map { number, check in
            let name = TAPReport.escaped("\(check.kind.rawValue): \(check.name)")
            let head = "\(check.held ? "ok" : "not ok") \(number + 1) - \(name)\n"
            return check.held ? head : head + "# \(check.found.printableLine)\n"
        }
        let title =
            "# \(report.result.title.printableLine): \(report.outcome.rawValue), \(report.outcomeText.printableLine)\n"
        let losses = report.agents.compactMap { agent in
            agent.lossText.map { loss in "# " + "agent \(agent.name): LOST: \(loss)".printableLine + "\n" }
        }
        return "TAP version 13\n1..\(checks.count)\n\(title)\(losses.joined())\(lines.joined())"
    }

    /// A number sign would begin a directive such as `# SKIP`, also behind a backslash that escapes nothing.
    private static func escaped(_ text: String) -> String {
        text.printableLine.replacingScalars { $0 == "#" || $0 == "\\" ? "\\\($0)" : nil }
    }
}
