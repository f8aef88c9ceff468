import Support

/// A run as workflow commands of GitHub Actions: an annotation for each check that did not hold, for each agent with a loss,
/// and for the outcome.
///
/// Source of the form: docs.github.com, "Workflow commands for GitHub Actions".
struct GitHubAnnotations {
    private let report: LoadReport

    init(_ report: LoadReport) {
        self.report = report
    }

    var text: String {
        let failed = RunCheck.all(of: report).filter { !$0.held }
        let errors = failed.map { check in
            let (place, found) = GitHubAnnotations.place(check)
            return "::error \(place)title=\(property("riffle load: \(check.name)"))::\(data(found))\n"
        }
        let losses = report.agents.compactMap { agent in
            agent.lossText.map { loss in
                "::warning title=\(property("riffle load: agent \(agent.name)"))::\(data("LOST: \(loss)"))\n"
            }
        }
        let kind = report.outcome == .passed ? "notice" : "warning"
        let title = property("riffle load: \(report.result.title)")
        return errors.joined() + losses.joined()
            + "::\(kind) title=\(title)::\(data("\(report.outcome.rawValue): \(report.outcomeText)"))\n"
    }

    /// The file and line that a failed expectation begins with (`talk.riffle.yaml:12: ann: …`), as properties, and the rest.
    private static func place(_ check: RunCheck) -> (String, String) {
        let parts = check.found.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard check.kind == .expectation, parts.count == 3, let line = Int(parts[1]) else { return ("", check.found) }
        let rest = parts[2].first == " " ? String(parts[2].dropFirst()) : parts[2]
        return ("file=\(escaped(parts[0], ["%", ":", ","])),line=\(line),", rest)
    }

    private func property(_ text: String) -> String { GitHubAnnotations.escaped(text, ["%", ":", ","]) }

    private func data(_ text: String) -> String { GitHubAnnotations.escaped(text, ["%"]) }

    /// Line ends are escapes already (`printableLine`), so no text begins a command of its own.
    private static func escaped(_ text: String, _ scalars: Set<Unicode.Scalar>) -> String {
        let codes: [Unicode.Scalar: String] = ["%": "%25", ":": "%3A", ",": "%2C"]
        return text.printableLine.replacingScalars { scalars.contains($0) ? codes[$0] : nil }
    }
}
