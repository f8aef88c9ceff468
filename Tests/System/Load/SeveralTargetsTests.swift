import Glibc
import TestPeers
import Testing

extension LoadTests {
    /// Runs against two servers, of which a command of the script ends one.
    @Suite struct SeveralTargets {
        /// Users wait until all of them are in one room: in that of the second server, once the first is gone. None leaves
        /// before all have seen it: a user that has to connect again would wait for those that left.
        private static func script(_ command: String) -> String {
            """
            actors:
              - name: follower
                role: viewer
                users: 6
                steps:
                  - wait: {members: 6, within: 60s}
                  - wait: {barrier: all, within: 60s}
            chaos: [{at: 500ms, run: '\(command)'}]
            """
        }

        /// A server that stands still keeps its connections open; users notice that it does not answer.
        @Test(arguments: [("-9", 1), ("-9", 2), ("-STOP", 1)])
        func usersOfAServerThatIsGoneGoToTheNext(signal: String, workers: Int) throws {
            let (fixture, second) = (try LoadFixture(), try LoadServer())
            let words = ["--target", second.url, "--allow-run", "--workers", "\(workers)"]
            let (outcome, report) = try fixture.run(Self.script("kill \(signal) \(fixture.server.processID)"), words)
            #expect(outcome.code == 0, "\(outcome.text)")
            let line = "0.50 s: `kill \(signal) \(fixture.server.processID)` ended with 0"
            #expect(outcome.text.contains(line), "\(outcome.text)")
            #expect(report.number("counts.started") == 6)
            let joins = try second.metrics().value("riffle_inputs_total", ["type": "join", "outcome": "accepted"])
            #expect(try #require(joins) >= 6)
        }

        @Test func aCommandThatFailsFailsTheRun() throws {
            let fixture = try LoadFixture()
            let script = "actors: [{name: ann, steps: [{wait: {for: 2s}}]}]\nchaos: [{at: 0s, run: exit 3}]"
            let outcome = try fixture.run(script, ["--allow-run"]).outcome
            #expect(outcome.code == 99, "\(outcome.text)")
            #expect(outcome.text.contains("FAILED: 1 of 1 command of the script failed"), "\(outcome.text)")
        }

        @Test(arguments: [
            ([], "expected --allow-run for a script that runs commands on this machine, got line 11 of "),
            (["--allow-run", "--sim"], "--sim: expected a script without commands"),
            (["--allow-run", "--find-max", "ack.p95 < 1s"], "--find-max: expected a script without commands"),
        ])
        func commandsRunOnlyWhereTheyMay(words: [String], sentence: String) throws {
            let fixture = try LoadFixture()
            let outcome = try fixture.start(Self.script("touch \(fixture.path("ran"))"), words).outcome()
            #expect(outcome.code == 64, "\(outcome.text)")
            #expect(outcome.text.contains(sentence), "\(outcome.text)")
            #expect(access(fixture.path("ran"), F_OK) != 0)
        }
    }
}
