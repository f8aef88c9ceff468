import Foundation
import Scripting
import Testing

@testable import LoadTesting

/// Reports for continuous integration, with texts that try to leave their place.
@Suite struct CheckReportTests {
    private static let hostile = "a<b> & \"c\" | d\n::error::x\u{1B}[31m]]> # TODO % , :"

    private func report() throws -> LoadReport {
        var report = try SampleRun.report()
        report.result.title = Self.hostile
        report.result.failures = ["talk.riffle.yaml:12: ann: \(Self.hostile)"]
        report.result.failureCount = 1
        report.commands = [CommandOutcome(CommandPlan(atMilliseconds: 500, text: Self.hostile, line: 3), .exited(1))]
        return report
    }

    @Test func theXMLIsWellFormedAndCounts() throws {
        let text = try report().junit
        let parser = CheckedXML()
        #expect(parser.read(text), "\(text)")
        #expect(parser.elements["testcase"] == 5, "\(text)")
        #expect(parser.elements["failure"] == 3 && parser.elements["error"] == nil, "\(text)")
        #expect(text.contains("tests=\"5\" failures=\"3\" errors=\"0\""))
    }

    /// Readers of JUnit and TAP take cases of one name for one case.
    @Test func eachPlaceOfTheScriptHasOneCase() throws {
        var report = try SampleRun.report()
        report.verdicts = []
        let texts = ["talk.riffle.yaml:12: ann: no", "talk.riffle.yaml:3: bob: no", "talk.riffle.yaml:12: cyd: no"]
        report.result.failures = texts
        report.result.failureCount = texts.count
        let failed = RunCheck.all(of: report).filter { !$0.held }
        #expect(failed.map(\.name) == ["expectation at talk.riffle.yaml:12", "expectation at talk.riffle.yaml:3"])
        #expect(failed.map(\.found) == ["\(texts[0]) (and 1 more there)", texts[1]])
    }

    @Test func aLateGeneratorIsAnErrorAndNoFailure() throws {
        var report = try SampleRun.report()
        report.verdicts = []
        report.lagBound = 1
        #expect(report.junit.contains("failures=\"0\" errors=\"1\""), "\(report.junit)")
        #expect(report.tap.contains("not ok 1 - generator: "), "\(report.tap)")
    }

    @Test func withoutAMemberOnlyTheConnectionCounts() throws {
        var report = try SampleRun.report()
        report.joinFailure = "no user could connect"
        #expect(report.tap.hasPrefix("TAP version 13\n1..1\n"), "\(report.tap)")
        #expect(report.tap.contains("not ok 1 - connection: a user joins\n# no user could connect\n"))
    }

    /// A run that goes on without an agent may pass: the loss is no failed check, and stands before the outcome.
    @Test func aLostAgentIsNoFailedCheck() {
        var report = LoadReport(LoadResult(title: "a talk", seed: 1), target: "ws://127.0.0.1:1")
        report.agents = [SampleRun.agent("alpha"), SampleRun.lostAgent("be:ta\n")]
        let (reason, loss) = ("be:ta\\u000A was silent for 5 s after 12 s", "and all their figures are left out")
        #expect(
            report.tap == "TAP version 13\n1..1\n# a talk: passed, nothing failed\n"
                + "# agent be:ta\\u000A: LOST: \(reason): 50 % of the users were missing, \(loss)\n"
                + "ok 1 - generator: the generator is on time\n")
        #expect(
            report.annotations == "::warning title=riffle load%3A agent be%3Ata\\u000A::"
                + "LOST: \(reason): 50 %25 of the users were missing, \(loss)\n"
                + "::notice title=riffle load%3A a talk::passed: nothing failed\n")
    }

    /// A combining mark joins the character before it, which keeps its meaning for readers of a format.
    @Test func aCombiningMarkHidesNoCharacter() {
        #expect(MarkdownReport.escaped("a|\u{301}b") == "a\\|\u{301}b")
        var report = LoadReport(LoadResult(title: "a:\u{301}, 5 %\u{301}", seed: 1), target: "simulated")
        #expect(
            report.annotations
                == "::notice title=riffle load%3A a%3A\u{301}%2C 5 %25\u{301}::passed: nothing failed\n")
        let plan = CommandPlan(atMilliseconds: 0, text: "a #\u{301} SKIP", line: 3)
        report.commands = [CommandOutcome(plan, .exited(0))]
        #expect(report.tap.hasSuffix("\nok 2 - command: a \\#\u{301} SKIP\n"), "\(report.tap)")
    }

    /// A backslash that stands before a number sign would undo its escape.
    @Test func aBackslashBeginsNoDirective() {
        var report = LoadReport(LoadResult(title: "a talk", seed: 1), target: "simulated")
        let plan = CommandPlan(atMilliseconds: 0, text: ##"a \# SKIP"##, line: 3)
        report.commands = [CommandOutcome(plan, .exited(0))]
        #expect(report.tap.hasSuffix(##"ok 2 - command: a \\\# SKIP"## + "\n"), "\(report.tap)")
    }

    /// XML 1.0 forbids U+FFFE, U+FFFF and control characters, also as references.
    @Test func noCharacterThatXMLForbidsIsWritten() throws {
        var report = try SampleRun.report()
        report.result.failures = ["talk.riffle.yaml:12: ann: got \u{FFFE}\u{FFFF}\u{1FFFF}\u{0}"]
        report.result.failureCount = 1
        let text = report.junit
        #expect(text.contains("ann: got \u{FFFD}\u{FFFD}\u{1FFFF}\\u0000\""), "\(text)")
        let forbidden: Set<Unicode.Scalar> = ["\u{FFFE}", "\u{FFFF}", "\u{0}"]
        #expect(forbidden.isDisjoint(with: text.unicodeScalars))
    }

    @Test func noTextBeginsALineOfItsOwn() throws {
        let report = try report()
        for line in report.tap.split(separator: "\n").dropFirst(2) {
            #expect(line.hasPrefix("ok ") || line.hasPrefix("not ok ") || line.hasPrefix("# "), "\(line)")
            #expect(line.hasPrefix("# ") || !line.contains(" # TODO"), "a directive would turn a failure into none")
        }
        for line in report.annotations.split(separator: "\n") { #expect(line.hasPrefix("::"), "\(line)") }
        #expect(report.annotations.contains("::error file=talk.riffle.yaml,line=12,title="), "\(report.annotations)")
        for text in [report.tap, report.annotations, report.markdown, report.junit] {
            #expect(!text.contains("\u{1B}"))
        }
        let cells = report.markdown.split(separator: "\n").filter { $0.hasPrefix("| **failed**") }
        #expect(cells.count == 3, "\(report.markdown)")
        #expect(cells.allSatisfy { $0.replacing("\\|", with: "").count { $0 == "|" } == 4 }, "\(cells)")
    }
}

/// Counts the elements of an XML text, and says whether each is closed and each attribute is quoted.
private final class CheckedXML {
    private(set) var elements: [String: Int] = [:]

    /// Whether the text is well formed, as far as these reports use XML.
    func read(_ text: String) -> Bool {
        var open: [Substring] = []
        var rest = text[...].drop { $0 != ">" }.dropFirst()
        while let start = rest.firstIndex(of: "<") {
            guard !rest[..<start].contains(">"), let end = rest[start...].firstIndex(of: ">") else { return false }
            let tag = rest[rest.index(after: start)..<end]
            rest = rest[rest.index(after: end)...]
            guard tag.count(where: { $0 == "\"" }) % 2 == 0, !tag.contains("<") else { return false }
            if tag.hasPrefix("/") {
                guard open.popLast() == tag.dropFirst() else { return false }
            } else {
                let name = tag.prefix { $0 != " " && $0 != "/" }
                elements[String(name), default: 0] += 1
                if !tag.hasSuffix("/") { open.append(name) }
            }
        }
        return open.isEmpty && !rest.contains("&&")
    }
}
