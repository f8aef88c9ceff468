import Support

/// A run in the Test Anything Protocol, version 13: a line for each check.
struct TAPReport {
    private let report: LoadReport

    init(_ report: LoadReport) {
        self.report = report
    }

    var text: String {
        let checks = RunCheck.all(of: report)
        let lines = checks.enumerated().map { number, check in
            // A number sign would begin a directive such as `# TODO`.
            let name = "\(check.kind.rawValue): \(check.name)".printableLine.replacing("#", with: "\\#")
            let head = "\(check.held ? "ok" : "not ok") \(number + 1) - \(name)\n"
            return check.held ? head : head + "# \(check.found.printableLine)\n"
        }
        let title =
            "# \(report.result.title.printableLine): \(report.outcome.rawValue), \(report.outcomeText.printableLine)\n"
        return "TAP version 13\n1..\(checks.count)\n\(title)\(lines.joined())"
    }
}
