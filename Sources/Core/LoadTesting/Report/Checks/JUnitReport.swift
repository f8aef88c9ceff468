/// A run as JUnit XML (the form that Jenkins, GitLab and others read): a test suite with a case for each check.
struct JUnitReport {
    private let report: LoadReport

    init(_ report: LoadReport) {
        self.report = report
    }

    var text: String {
        let checks = RunCheck.all(of: report)
        let failed = checks.count { !$0.held && $0.kind != .generator }
        let late = checks.count { !$0.held && $0.kind == .generator }
        let seconds = Format.decimal(Double(report.result.duration) / 1_000_000, places: 3)
        let sums = "tests=\"\(checks.count)\" failures=\"\(failed)\" errors=\"\(late)\" time=\"\(seconds)\""
        let name = Markup.escaped(report.result.title)
        let warmup = report.result.warmupSeconds
        var facts = warmup > 0 ? [LoadReport.Condition("warm-up", "\(warmup) s left out")] : []
        facts += report.agents.map { agent in
            LoadReport.Condition(
                "agent \(agent.name)",
                "\(agent.shareText) of the users" + (agent.lossText.map { "; LOST: \($0)" } ?? ""))
        }
        let properties = (report.conditions + facts).map {
            "      <property name=\"\(Markup.escaped($0.name))\" value=\"\(Markup.escaped($0.value))\"/>\n"
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="riffle load" \(sums)>
              <testsuite name="\(name)" \(sums)>
                <properties>
            \(properties.joined())    </properties>
            \(checks.map(testCase).joined())  </testsuite>
            </testsuites>

            """
    }

    private func testCase(_ check: RunCheck) -> String {
        let head =
            "    <testcase classname=\"riffle load.\(check.kind.rawValue)\" name=\"\(Markup.escaped(check.name))\""
        guard !check.held else { return head + "/>\n" }
        // Late generators void the figures, which is no failure of the server.
        let element = check.kind == .generator ? "error" : "failure"
        return head
            + "><\(element) type=\"\(check.kind.rawValue)\" message=\"\(Markup.escaped(check.found))\"/></testcase>\n"
    }
}
