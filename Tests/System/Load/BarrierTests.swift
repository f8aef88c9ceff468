import Foundation
import TestPeers
import Testing

extension LoadTests {
    /// Users of several processes who wait for each other.
    @Suite struct BarriersOfWorkers {
        @Test func usersOfTwoProcessesMeetAgainAndAgain() throws {
            let fixture = try LoadFixture()
            let script = """
                actors:
                  - name: slow
                    role: viewer
                    steps:
                      - repeat:
                          times: 3
                          steps: [{wait: {for: 1100ms}}, {wait: {barrier: "all of us", within: 60s}}, {resize: 80x24}]
                  - name: quick
                    role: viewer
                    users: 7
                    steps:
                      - repeat:
                          times: 3
                          steps:
                            - wait: {barrier: "all of us", within: 60s}
                            - resize: 90x24
                            - expect: {rejected: none, within: 60s}
                """
            let (outcome, report) = try fixture.run(
                script, ["--workers", "2", "--out", "jsonl=" + fixture.path("seconds.jsonl")])
            #expect(outcome.code == 0, "\(outcome.text)")
            #expect(report.number("measures.ack.count") == 24 && report.number("failureCount") == 0)
            let counts = try Self.counts(of: "ack", in: fixture.path("seconds.jsonl"))
            #expect(counts.first == 0 && counts.reduce(0, +) == 24, "nobody goes on without the slow one: \(counts)")
        }

        @Test func usersOfAPlainTargetMeetAcrossProcesses() throws {
            let fixture = try LoadFixture(["--conformance"])
            let script = """
                riffle: 1
                target: {path: /echo}
                actors:
                  - name: slow
                    steps:
                      - repeat:
                          times: 3
                          steps: [{wait: {for: 1100ms}}, {wait: {barrier: all, within: 60s}}, {send: s}, {reply: echo}]
                  - name: quick
                    users: 7
                    steps:
                      - repeat: {times: 3, steps: [{wait: {barrier: all, within: 60s}}, {send: q}, {reply: echo}]}
                """
            let (outcome, report) = try fixture.runPlain(
                script, ["--workers", "2", "--out", "jsonl=" + fixture.path("seconds.jsonl")])
            #expect(outcome.code == 0, "\(outcome.text)")
            #expect(report.number("measures.reply.count") == 24 && report.number("failureCount") == 0)
            let counts = try Self.counts(of: "reply", in: fixture.path("seconds.jsonl"))
            #expect(counts.first == 0 && counts.reduce(0, +) == 24, "nobody goes on without the slow one: \(counts)")
        }

        /// Values of a measure in each second of a run.
        private static func counts(of measure: String, in file: String) throws -> [Int] {
            try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map { line in
                let second = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                let measures = second?["measures"] as? [String: [String: Any]]
                return measures?[measure]?["count"] as? Int ?? 0
            }
        }
    }
}
