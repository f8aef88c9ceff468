import Foundation
import TestSupport
import Testing

extension CommandScenes {
    /// Each command in README and docs/ does what a reader expects: it runs, and ends with status 0.
    @Suite struct DocumentedCommandsTests {
        static let documents = ["README.md", "CONTRIBUTING.md"] + pages

        private static var pages: [String] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: Repository.file("docs").path)) ?? []
            return names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/" + $0 }
        }

        @Test(arguments: documents) func everyCommandRuns(document: String) throws {
            let text = try String(contentsOf: Repository.file(document), encoding: .utf8)
            let session = try DocumentSession()
            for command in DocumentedCommand.all(in: document, text: text) { try session.run(command) }
            try session.end()
        }

        @Test func theDocumentsHaveCommands() throws {
            let commands = try Self.documents.flatMap { document in
                DocumentedCommand.all(
                    in: document, text: try String(contentsOf: Repository.file(document), encoding: .utf8))
            }
            #expect(commands.count { $0.words.first == "riffle" } >= 25)
        }

        @Test func aPortWithTheDigitsOfAnotherStaysWhole() {
            let ports: [String: UInt16] = ["7420": 32_222, "7421": 27_420, "2222": 17_421]
            let words = ["http://192.0.2.7:7420/talk", "127.0.0.1:7421", "0.0.0.0:2222"]
            #expect(
                words.map { DocumentSession.localized($0, ports: ports) } == [
                    "http://192.0.2.7:32222/talk", "127.0.0.1:27420", "127.0.0.1:17421",
                ])
        }

        @Test func aLateLoadRunIsAcceptedOnlyWithItsReasonAndFigures() {
            let rest = ["  talk", "  seed 1, seed 2", "", "  measure   count", "", "  counts   joined 5"]
            let late = "INVALID: expected a generator at most 10 ms late at the 99th percentile, got 12.5 ms"
            for (verdict, code, isGood) in [
                ("PASSED: nothing failed", Int32(0), true), (late, 98, true), (late, 0, false),
                ("PASSED: nothing failed", 98, false), ("INVALID: no reason", 98, false), ("", 98, false),
                ("FAILED: 1 of 1 threshold did not hold", 99, false),
            ] {
                let problem = DocumentSession.problem(ofLoadRun: [verdict] + rest, code: code, isSanitized: false)
                #expect((problem == nil) == isGood, "\(verdict), \(code): \(problem ?? "no problem")")
            }
            #expect(DocumentSession.problem(ofLoadRun: [late], code: 98)?.contains("counts") == true)
        }

        @Test func aSanitizedLoadRunMayMissAThresholdAndNothingElse() {
            let figures = ["  seed 1, seed 2", "  measure   count", "  counts   joined 5"]
            for (verdict, code, isGood) in [
                ("FAILED: 1 of 1 threshold did not hold", Int32(99), true),
                ("FAILED: 1 of 1 threshold did not hold", 1, false),
                ("FAILED: 1 of 2 thresholds did not hold, 3 expectations did not hold", 99, false),
            ] {
                let problem = DocumentSession.problem(ofLoadRun: [verdict] + figures, code: code, isSanitized: true)
                #expect((problem == nil) == isGood, "\(verdict), \(code): \(problem ?? "no problem")")
            }
        }

        @Test func aLoadRunMayMissAThresholdOnATime() {
            let verdict = "FAILED: 1 of 2 thresholds did not hold"
            let figures = ["  seed 1, seed 2", "  measure   count", "  counts   joined 5"]
            let (late, gaps) = (
                "    FAILED  ack.p99 < 250ms      found 300 ms", "    FAILED  gaps == 0            found 1"
            )
            for (misses, isGood) in [([late], true), ([gaps], false), ([late, gaps], false), ([], false)] {
                let lines = [verdict] + figures + misses
                let problem = DocumentSession.problem(ofLoadRun: lines, code: 99, isSanitized: false)
                #expect((problem == nil) == isGood, "\(misses): \(problem ?? "no problem")")
            }
        }

        @Test func aCommandIsReadAsAShellReadsIt() {
            let text = "```sh\nriffle load x --find-max \"a < 1ms\" > out.txt\n```\nriffle not this"
            let commands = DocumentedCommand.all(in: "x.md", text: text)
            #expect(commands.map(\.words) == [["riffle", "load", "x", "--find-max", "a < 1ms"]])
            #expect(commands.first?.output == "out.txt" && commands.first?.line == 2)
        }
    }
}
