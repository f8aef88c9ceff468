import Foundation
import TestPeers
import Testing

extension LoadTests {
    /// Runs with a warm-up, and runs that a threshold ends early.
    @Suite struct Course {
        /// A presenter who turns a page every 100 ms, from when it is in the room, and followers who stay as long.
        private static func talk(seconds: Int, _ extra: String) -> String {
            """
            actors:
              - name: ann
                role: presenter
                steps:
                  - repeat:
                      times: \(seconds * 5)
                      every: 200ms
                      steps: [{step: forward}, {wait: {for: 100ms}}, {step: back}]
                  - wait: {barrier: over, within: 60s}
              - name: follower
                role: viewer
                users: 6
                tag: all
                steps: [{wait: {barrier: over, within: 120s}}]
            \(extra)
            """
        }

        private static let aborting = talk(
            seconds: 60, "thresholds: [{threshold: 'deliver{tag:all}.count < 20 over 2s', abort: true, after: 3s}]")

        /// The run takes a minute by its plan; in each window the followers see some 120 steps.
        @Test(arguments: [1, 2]) func aThresholdEndsTheRun(workers: Int) throws {
            let fixture = try LoadFixture()
            let (outcome, report) = try fixture.run(
                Self.aborting, ["--workers", "\(workers)", "--out", "junit=" + fixture.path("report.xml")])
            #expect(outcome.code == 99, "\(outcome.text)")
            let first = try #require(outcome.output.first)
            #expect(
                first.hasPrefix("FAILED: 1 of 1 threshold did not hold, deliver{tag:all}.count"), "\(outcome.text)"
            )
            let second = try #require(report.number("abort.afterSeconds"))
            #expect(second >= 3 && first.contains("ended the run after \(Int(second)) s"), "\(first)")
            #expect(try #require(report.number("durationMicroseconds")) < 50_000_000)
            #expect(report.number("counts.started") == 7 && report.number("failureCount") == 0, "\(outcome.text)")
            #expect(report.number("counts.gaps") == 0)
            let junit = try String(contentsOfFile: fixture.path("report.xml"), encoding: .utf8)
            #expect(junit.contains("; it ended the run after"), "\(junit)")
        }

        /// A plain server, with the threshold on the command line.
        @Test(arguments: [1, 2]) func aPlainRunEndsToo(workers: Int) throws {
            let fixture = try LoadFixture(["--conformance"])
            let script = """
                riffle: 1
                target: {path: /echo}
                actors:
                  - name: asker
                    users: 4
                    steps:
                      - repeat: {times: 600, every: 100ms, steps: [{send: 'hello {{id}}'}, {reply: echo}]}
                """
            let (outcome, report) = try fixture.runPlain(
                script,
                ["--workers", "\(workers)", "--threshold", "receivedMessages < 50", "--abort-after", "2s"])
            #expect(
                outcome.code == 99 && outcome.text.contains("receivedMessages < 50 ended the run"), "\(outcome.text)")
            #expect(try #require(report.number("abort.afterSeconds")) >= 2)
            #expect(try #require(report.number("durationMicroseconds")) < 50_000_000)
            #expect(report.number("failureCount") == 0, "\(outcome.text)")
        }

        /// However late the presenter begins, its steps go on after the warm-up.
        private static let warming = talk(seconds: 5, "thresholds: [ack.count >= 1]")

        /// Seconds of the warm-up are in the timeline and in no figure.
        @Test(arguments: [1, 2]) func figuresLeaveOutTheWarmup(workers: Int) throws {
            let fixture = try LoadFixture()
            let outcome = try fixture.run(Self.warming, ["--warmup", "3s", "--workers", "\(workers)"]).outcome
            _ = try answers(of: outcome, fixture)
        }

        /// On a virtual clock everybody is in at once, so the warm-up has steps of its own.
        @Test func aSimulatedWarmupIsLeftOutToo() throws {
            let fixture = try LoadFixture()
            let words = [
                "load", try fixture.script(Self.warming), "--sim", "--warmup", "3s", "--out",
                "json=" + fixture.path("report.json"),
            ]
            let acks = try answers(of: try RunningProgram.run(words), fixture)
            #expect(acks.count > 3 && acks.allSatisfy { $0 > 0 }, "\(acks)")
        }

        /// Checks that a run leaves out its warm-up of three seconds; returns the answers of each second.
        private func answers(of outcome: RunningProgram.Outcome, _ fixture: LoadFixture) throws -> [Double] {
            let report = Report(path: fixture.path("report.json"))
            #expect(outcome.code == 0, "\(outcome.text)")
            #expect(outcome.output.first == "PASSED: 1 threshold held (after a warm-up of 3 s)", "\(outcome.text)")
            #expect(report.number("warmup.seconds") == 3 && report.number("counts.started") == 7)
            let text = try Data(contentsOf: URL(fileURLWithPath: fixture.path("report.json")))
            let seconds = try JSONDecoder().decode(Timeline.self, from: text).timeline
            let acks = seconds.map { $0.measures["ack"]?.count ?? 0 }
            #expect(report.number("measures.ack.count") == acks.dropFirst(3).reduce(0, +))
            let received = seconds.map(\.receivedMessages)
            #expect(report.number("counts.receivedMessages") == received.dropFirst(3).reduce(0, +))
            #expect(report.number("warmup.counts.receivedMessages") == received.prefix(3).reduce(0, +))
            return acks
        }

        private struct Timeline: Decodable {
            struct Second: Decodable {
                struct Figures: Decodable {
                    var count: Double
                }

                var receivedMessages: Double
                var measures: [String: Figures]
            }

            var timeline: [Second]
        }

        /// A virtual clock ends the run at the second that broke the threshold, each time the same.
        @Test func aSimulatedRunEndsAtTheSameSecond() throws {
            let fixture = try LoadFixture()
            let words = [
                "load", try fixture.script(Self.aborting), "--sim", "--out", "json=" + fixture.path("report.json"),
            ]
            let outcome = try RunningProgram.run(words)
            #expect(outcome.code == 99, "\(outcome.text)")
            #expect(outcome.output.first?.contains("ended the run after 3 s") == true, "\(outcome.text)")
            #expect(Report(path: fixture.path("report.json")).number("durationMicroseconds") == 3_000_000)
        }
    }
}
