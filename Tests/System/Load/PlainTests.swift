import Foundation
import Glibc
import TestPeers
import Testing

extension LoadTests {
    /// Runs against a server that knows nothing of Riffle: the echo of `serve --conformance`.
    @Suite struct PlainEndpoints {
        private static let script = """
            riffle: 1
            title: An echo
            target:
              path: /echo
              push: {field: at, unit: us, clock: monotonic}
            actors:
              - name: asker
                users: 10
                spread: 200ms
                steps:
                  - repeat:
                      times: 10
                      every: 50ms
                      steps:
                        - send: '{"id": {{id}}, "user": {{user}}, "at": {{time}}}'
                        - reply: {field: id, within: 60s}
                  - sendBinary: 00 01 fe ff
                  - reply: echo
                  - leave
            thresholds:
              - failures == 0
            """

        /// Every message comes back once, its text by the number in it and its bytes as they are; what says when it was made
        /// is timed from there as well.
        @Test(arguments: [1, 2]) func everyMessageComesBack(workers: Int) throws {
            let fixture = try LoadFixture(["--conformance"])
            let (outcome, report) = try fixture.runPlain(Self.script, ["--workers", "\(workers)"])
            #expect(outcome.code == 0, "\(outcome.text)")
            #expect(report.number("counts.started") == 10)
            #expect(report.number("counts.sentMessages") == 110 && report.number("counts.receivedMessages") == 110)
            #expect(report.number("counts.sentBytes") == report.number("counts.receivedBytes"))
            #expect(report.number("measures.connect.count") == 10)
            #expect(report.number("measures.reply.count") == 110 && report.number("measures.reply.naive.count") == 110)
            #expect(report.number("measures.push.count") == 100)
            #expect(try #require(report.number("measures.push.max")) < 60_000_000, "the clocks are the same")
        }

        /// A server that takes connections and says nothing has let nobody in when the run ends.
        @Test func aServerThatNeverAnswersIsUnreachable() throws {
            let fixture = try LoadFixture(["--conformance"])
            let silent = try Loopback.listener()
            defer { close(silent.descriptor) }
            try Self.script.write(toFile: fixture.path("echo.riffle.yaml"), atomically: true, encoding: .utf8)
            let outcome = try RunningProgram.run([
                "load", fixture.path("echo.riffle.yaml"), "--target", "ws://127.0.0.1:\(silent.port)",
                "--lateness", "60s", "--users", "1", "--duration", "1s",
            ])
            #expect(outcome.code == 69 && outcome.text.contains("nobody was in when the run ended"), "\(outcome.text)")
        }

        @Test func aRoomThatNeverAnswersFailsItsUsers() throws {
            let fixture = try LoadFixture(["--conformance"])
            let silent = try Loopback.listener()
            defer { close(silent.descriptor) }
            let script = "riffle: 1\nduration: 6s\nactors: [{name: ann, steps: [{wait: {for: 60s}}]}]\n"
            try script.write(toFile: fixture.path("room.riffle.yaml"), atomically: true, encoding: .utf8)
            let outcome = try RunningProgram.run([
                "load", fixture.path("room.riffle.yaml"), "--target", "ws://127.0.0.1:\(silent.port)",
                "--lateness", "60s",
            ])
            #expect(outcome.code == 69, "\(outcome.text)")
            let words = outcome.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains("expected to be in the room at the end, found no answer after"), "\(words)")
        }

        /// A user may send faster than any server reads; what waits for one that reads is sent.
        @Test func aBurstReachesAServerThatReads() throws {
            let fixture = try LoadFixture(["--conformance"])
            let script = """
                riffle: 1
                target: {path: /echo}
                actors:
                  - name: talker
                    users: 1
                    steps:
                      - repeat: {times: 400, steps: [{sendBinary: {random: 60000}}]}
                      - send: '{"id": {{id}}}'
                      - reply: {field: id, within: 60s}
                """
            let (outcome, report) = try fixture.runPlain(script)
            #expect(outcome.code == 0 && report.number("counts.closes.broken") == nil, "\(outcome.text)")
            #expect(report.number("counts.receivedMessages") == 401, "\(outcome.text)")
        }

        /// Messages wait for a server that reads nothing only up to a bound; then the connection counts as broken.
        @Test func aServerThatDoesNotReadIsGivenUp() throws {
            let fixture = try LoadFixture(["--conformance"])
            let script = """
                riffle: 1
                target: {path: /echo}
                duration: 300s
                thresholds: [{threshold: closed.broken < 1, abort: true}]
                actors:
                  - name: talker
                    users: 1
                    steps: [{repeat: {until: end, every: 5ms, steps: [{sendBinary: {random: 60000}}]}}]
                """
            let seconds = fixture.path("seconds.jsonl")
            let run = try fixture.startPlain(script, ["--out", "jsonl=" + seconds])
            try eventually("the first messages") {
                (try? String(contentsOfFile: seconds, encoding: .utf8))?.contains(#""users": 1"#) == true
            }
            kill(fixture.server.processID, SIGSTOP)
            defer { kill(fixture.server.processID, SIGCONT) }
            let outcome = try run.outcome()
            #expect(outcome.code == 99 && outcome.text.contains("closed.broken < 1"), "\(outcome.text)")
        }

        /// A path without an echo: nobody comes in, and a run in which nothing could fail is no good run.
        @Test func aServerThatLetsNobodyInIsUnreachable() throws {
            let fixture = try LoadFixture(["--conformance"])
            let script = Self.script.replacing("path: /echo", with: "path: /nothing")
            let outcome = try fixture.runPlain(script, ["--users", "1", "--duration", "1s"]).outcome
            #expect(outcome.code == 69, "\(outcome.text)")
        }
    }
}
