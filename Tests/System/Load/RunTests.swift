import Foundation
import Glibc
import Testing

extension LoadTests {
    /// Runs against a server that serves well.
    @Suite struct Runs {
        /// When all are there a presenter turns three pages; `followers` watch for at least `seconds`, and stay until
        /// they have seen page 3; so a room takes one run.
        static func talk(followers: Int, seconds: Int = 2, extra: String = "") -> String {
            """
            actors:
              - name: ann
                role: presenter
                steps:
                  - wait: {barrier: everybody, within: 60s}
                  - wait: {for: 500ms}
                  - repeat: {times: 3, steps: [{step: forward}, {wait: rest}]}
                  - wait: {barrier: turned, within: 60s}
              - name: follower
                role: viewer
                users: \(followers)
                spread: 300ms
                steps:
                  - wait: {barrier: everybody, within: 60s}
                  - wait: {for: \(seconds)s}
                  - wait: {barrier: turned, within: 60s}
                  - expect: {page: 3, phase: idle, within: 60s}
            \(extra)
            """
        }

        @Test func everybodyGetsEverything() throws {
            let fixture = try LoadFixture()
            let (outcome, report) = try fixture.run(Self.talk(followers: 50), ["--threshold", "gaps == 0"])
            #expect(outcome.code == 0, "\(outcome.text)")
            #expect(outcome.output.first?.hasPrefix("PASSED") == true)
            #expect(report.number("counts.started") == 51)
            #expect(report.number("counts.reach") == 1)
            #expect(report.number("counts.gaps") == 0 && report.number("counts.diverged") == 0)
            // Three turns of a page are told in at least three events each, of which one has a time.
            #expect(try #require(report.number("counts.receivedEvents")) > 51 * 9)
            #expect(report.number("measures.deliver.count") == 153)
            #expect(report.number("measures.join.count") == 51)
            #expect(report.number("peakUsers") == 51)
            #expect(try #require(report.number("processorMicroseconds")) > 0)
            let before = try #require(report.number("memoryBytesAtStart"))
            let peak = try #require(report.number("memoryBytes"))
            #expect(before > 1_000_000 && peak > before)
            #expect(
                outcome.output.contains { $0.contains("generator memory") && $0.hasSuffix("before the first user") })
        }

        @Test func twoWorkersCountAsOne() throws {
            let fixture = try LoadFixture()
            let words = ["--workers", "2", "--source", "127.0.0.1", "--source", "127.0.0.2"]
            let (outcome, report) = try fixture.run(Self.talk(followers: 20), words)
            #expect(outcome.code == 0, "\(outcome.text)")
            #expect(report.number("counts.started") == 21)
            #expect(report.number("counts.reach") == 1 && report.number("counts.gaps") == 0)
            #expect(report.number("measures.join.count") == 21)
            #expect(report.number("measures.ack.count") == 3)
        }

        @Test func aThresholdThatDoesNotHoldFails() throws {
            let fixture = try LoadFixture()
            let script = Self.talk(followers: 2, seconds: 1, extra: "thresholds: [\"started < 3\"]")
            let (outcome, _) = try fixture.run(script)
            #expect(outcome.code == 99, "\(outcome.text)")
            #expect(outcome.text.contains("FAILED  started < 3"))
        }

        @Test func aGeneratorThatIsLateSaysSo() throws {
            let fixture = try LoadFixture()
            let witness = try RunWitness(fixture)
            let steps = "[{repeat: {times: 250, steps: [{step: forward}, {think: 20ms}]}}]"
            let actors = "actors: [{name: ann, role: presenter, steps: \(steps)}]"
            let program = try fixture.start(actors, ["--lateness", "10ms", "--progress", "lines"])
            // Each stop makes one timer late; eight of 250 count at the 99th percentile. Between two stops the user
            // catches up, which takes fewer than ten of its steps.
            for _ in 0..<8 {
                for _ in 0..<10 { try witness.wait(for: "animation") }
                program.signal(SIGSTOP)
                usleep(100_000)
                program.signal(SIGCONT)
            }
            let outcome = try program.outcome()
            #expect(outcome.code == 98, "\(outcome.text)")
            #expect(outcome.output.first?.hasPrefix("INVALID") == true)
        }

        @Test(arguments: [(SIGINT, 130, 1), (SIGTERM, 143, 2)])
        func interruptedEverybodyLeavesAndTheSummaryComes(number: Int32, code: Int32, workers: Int) throws {
            let fixture = try LoadFixture()
            let witness = try RunWitness(fixture)
            let program = try fixture.start(
                Self.talk(followers: 10, seconds: 60), ["--progress", "lines", "--workers", "\(workers)"])
            // Everybody is there and at work.
            try witness.wait(for: "animation")
            program.signal(number)
            let outcome = try program.outcome()
            #expect(outcome.code == code, "\(outcome.text)")
            #expect(outcome.output.first?.hasPrefix("INTERRUPTED") == true, "\(outcome.text)")
            #expect(Report(path: fixture.path("report.json")).number("counts.started") == 11)
        }

        /// No step of theirs fails, as followers only listen; but a server that is gone has not passed.
        @Test func aServerThatDiesFailsTheRun() throws {
            let fixture = try LoadFixture()
            let witness = try RunWitness(fixture)
            let program = try fixture.start(Self.talk(followers: 4, seconds: 8), ["--progress", "lines"])
            // Everybody is there and at work.
            try witness.wait(for: "animation")
            kill(fixture.server.processID, SIGKILL)
            let outcome = try program.outcome()
            #expect(outcome.code == 99, "\(outcome.text)")
            #expect(outcome.output.first?.hasPrefix("FAILED") == true, "\(outcome.text)")
            #expect(outcome.text.contains("failed attempts to join"), "\(outcome.text)")
        }

        @Test func aWorkerThatDiesFailsTheRun() throws {
            let fixture = try LoadFixture()
            let witness = try RunWitness(fixture)
            let program = try fixture.start(
                Self.talk(followers: 4, seconds: 60), ["--progress", "lines", "--workers", "2"])
            // Everybody is there and at work.
            try witness.wait(for: "animation")
            let victim = try #require(program.children.last)
            kill(victim, SIGKILL)
            let outcome = try program.outcome()
            #expect(outcome.code == 1)
            #expect(outcome.text.contains("(process \(victim)) was ended by signal 9"), "\(outcome.text)")
        }

        /// A fault has its time from the start of the run. By then all followers must be in, as it only hits open
        /// connections: they have six seconds, where a fraction of one is usual. The presenter turns pages from the moment
        /// when all are in, for longer than that, so that pages are turned during the fault whenever that moment is.
        @Test func aSlowReaderGetsEverythingLate() throws {
            let fixture = try LoadFixture()
            let script = """
                actors:
                  - name: ann
                    role: presenter
                    steps:
                      - wait: {barrier: everybody, within: 60s}
                      - repeat: {times: 40, every: 200ms, steps: [{step: forward}, {wait: rest}]}
                      - wait: {barrier: turned, within: 60s}
                  - name: follower
                    role: viewer
                    users: 10
                    spread: 300ms
                    steps:
                      - wait: {barrier: everybody, within: 60s}
                      - wait: {barrier: turned, within: 60s}
                      - expect: {page: 40, phase: idle, within: 60s}
                chaos: [{at: 6s, stopReading: 3s, of: [follower], part: 50%}]
                """
            let (outcome, report) = try fixture.run(script)
            #expect(outcome.code == 0, "\(outcome.text)")
            #expect(try #require(report.number("measures.deliver.max")) > 1_000_000)
            #expect(report.number("counts.gaps") == 0 && report.number("counts.diverged") == 0)
        }
    }
}
