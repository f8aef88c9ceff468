import Foundation
import TestPeers
import Testing

extension LoadTests {
    /// Tests the output and the refusals before the first connection.
    @Suite struct Options {
        private static let script = Runs.talk(followers: 500)

        @Test func theDryRunSaysWhatWouldBe() throws {
            let fixture = try LoadFixture()
            let words = [
                "--dry-run", "--workers", "2", "--threshold", "deliver.p95<100ms", "--abort-after", "30s", "--warmup",
                "5s",
            ]
            let outcome = try fixture.start(Self.script, words).outcome()
            #expect(outcome.code == 0 && outcome.errors.isEmpty)
            let text = outcome.output.joined(separator: "\n")
            for line in [
                "users        501 in all, at most 501 at one time", "workers      2, with at most 251, 250 users",
                "threshold    deliver.p95<100ms; ends the run after 30s or later",
                "warm-up      5s, which figures and thresholds leave out",
            ] { #expect(outcome.output.contains(line), "\(line) in \(text)") }
            #expect(text.contains("arrivals: 0s 2, 29ms 51,"), "\(text)")
            #expect(text.contains("ends         when all users have finished; at the latest after "), "\(text)")
            #expect(text.contains("descriptors  523 for the largest worker, "))
            #expect(Report(path: fixture.path("report.json")).number("peakUsers") == nil, "nothing was done")
        }

        @Test func stagesSayHowManyUsersThereAre() throws {
            let fixture = try LoadFixture()
            let words = ["--dry-run", "--stage", "1s:100", "--stage", "1s:0"]
            let outcome = try fixture.start(Self.script, words).outcome()
            #expect(outcome.code == 0)
            let text = outcome.output.joined(separator: "\n")
            #expect(text.contains("arrivals: 0s 2, 200ms 22, 400ms 42,"), "\(text)")
            #expect(text.contains("1800ms 21, 2s 1"), "\(text)")
            #expect(text.contains("ends         after 2s, when the users that are left leave"), "\(text)")
        }

        @Test func usersThatWouldBeginAfterTheEndAreTold() throws {
            let fixture = try LoadFixture()
            let outcome = try fixture.start(Self.script, ["--dry-run", "--rate", "4/s", "--duration", "1s"]).outcome()
            #expect(!outcome.text.contains("after the end"), "\(outcome.text)")
            let late = try fixture.start(
                "actors: [{name: ann, users: 4, spread: 4s, steps: [{step: forward}]}]",
                ["--dry-run", "--duration", "2s"])
            let text = try late.outcome().text
            #expect(
                text.contains("2 of 4 users would begin after the end of the run at 2s, and do not take part"),
                "\(text)")
        }

        @Test(arguments: [
            (["--users", "none"], 64, "expected 1 to 1000000 users, got `none`"),
            (["--users", "bob=5"], 64, "expected an actor of the script (ann, follower), got bob"),
            (["--rate", "20"], 64, "expected a number of users per second or minute such as 20/s or 90/m, got `20`"),
            (["--stage", "500"], 64, "expected a time and the users at its end such as 30s:500, got `500`"),
            (["--stage", "999999999m:1000000"], 64, "expected a stage of at most a day"),
            (["--target", "ws://ann:secret@127.0.0.1"], 64, "ws://…@…: user names are not supported"),
            (["--stage", "1s:5", "--users", "5"], 64, "--stage: expected no --users, --rate or --duration"),
            (["--threshold", "gap == 0"], 64, "did you mean `gaps`?"),
            (["--find-max", "deliver.p95 < 100"], 64, "expected a time in us, ms, s or m, got `100`"),
            (["--out", "pdf=x"], 64, "hdr=FILE, junit=FILE, tap=FILE, markdown=FILE, github=FILE, got `pdf=x`"),
            (["--out", "html=/no/such/folder/x"], 64, "cannot be written"),
            (["--warmup", "1500ms"], 64, "--warmup: expected whole seconds such as 10s, got 1500ms"),
            (
                ["--warmup", "9s", "--duration", "9s"], 64,
                "expected a warm-up that is shorter than the run of 9000ms, got 9s"
            ),
            (["--abort-after", "0s"], 64, "--abort-after: expected --threshold or --find-max with it"),
            (["--trials", "3"], 64, "--trials: expected --find-max with it, got none"),
            (["--find-max", "gaps == 0", "--trials", "0"], 64, "--trials: expected 1 to 100, got 0"),
            (["--find-max", "gaps == 0", "--at-least", "0"], 64, "--at-least: expected 1 to 1000000, got 0"),
            (["--threshold", "started > 5", "--abort-after", "1s"], 64, "--abort-after: `started > 5` may hold until"),
            (["--workers", "0"], 64, "--workers: expected 1 to 64, got 0"),
            (
                ["--otlp", "ftp://x"], 64,
                "expected a collector such as http://127.0.0.1:4318 or https://HOST:PORT/PATH, got `ftp://x`"
            ),
            (["--out", "jsonl=-", "--out", "jsonl=x"], 64, "--out: expected at most one"),
            (["--out", "tap=x", "--out", "json=x"], 64, "--out: expected a file for each report, got x for several"),
            (["--duration", "0s"], 64, "--duration: expected more than 0s, got 0s"),
            (["--sim", "--workers", "2"], 64, "--workers: expected 1 with --sim, got 2"),
            (["--target", "http://127.0.0.1"], 64, "only ws:// and wss:// are supported"),
            (["--target", "ws://127.0.0.1:1/rooms/talk"], 69, "no server at 127.0.0.1:1: Connection refused"),
            (["--source", "192.0.2.1"], 69, "from 192.0.2.1: Cannot assign requested address"),
            (["--users", "60000"], 1, "60001 users need"),
        ])
        func badInputIsRefusedInWords(words: [String], code: Int32, sentence: String) throws {
            let fixture = try LoadFixture()
            let outcome = try fixture.start(Self.script, words).outcome()
            #expect(outcome.code == code, "\(outcome.text)")
            #expect(outcome.text.contains(sentence), "\(outcome.text)")
        }

        @Test func aScriptThatDoesNotParseIsSaidWithItsPlace() throws {
            let fixture = try LoadFixture()
            let outcome = try fixture.start("actors: [{name: ann, user: 5, steps: [leave]}]").outcome()
            #expect(outcome.code == 65)
            #expect(outcome.text.contains("test.riffle.yaml:4:"), "\(outcome.text)")
        }

        /// Two simulated runs of one seed are the same, and one with more gaps is worse.
        @Test func twoReportsAreCompared() throws {
            let fixture = try LoadFixture()
            let run = try fixture.start(Runs.talk(followers: 20), ["--sim", "--out", "json=\(fixture.path("a.json"))"])
            #expect(try run.outcome().code == 0)
            let brief = try RunningProgram.run(["load", "--compare", fixture.path("a.json"), fixture.path("a.json")])
            #expect(brief.code == 98 && brief.text.contains("NOT DECIDED: 0 of"), "\(brief.text)")
            let file = fixture.path("long.json")
            let long = try RunningProgram.run(
                ["load", "Examples/load/talk.riffle.yaml", "--sim", "--out", "json=\(file)"])
            let same = try RunningProgram.run(["load", "--compare", file, file])
            #expect(long.code == 0 && same.code == 0 && same.text.contains("NOT WORSE"), "\(same.text)")
            let text = try String(contentsOfFile: fixture.path("a.json"), encoding: .utf8)
            try text.replacing("\"gaps\": 0", with: "\"gaps\": 3").write(
                toFile: fixture.path("b.json"), atomically: true, encoding: .utf8)
            let worse = try RunningProgram.run(["load", "--compare", fixture.path("a.json"), fixture.path("b.json")])
            #expect(worse.code == 99 && worse.text.contains("gaps: 0, then 3, worse"), "\(worse.text)")
            let script = try RunningProgram.run([
                "load", "--compare", fixture.path("a.json"), fixture.path("test.riffle.yaml"),
            ])
            #expect(script.code == 65 && script.text.contains("expected a report of `riffle load"), "\(script.text)")
            try text.replacing("\"riffleLoad\": 1", with: "\"riffleLoad\": 2").write(
                toFile: fixture.path("c.json"), atomically: true, encoding: .utf8)
            let newer = try RunningProgram.run(["load", "--compare", fixture.path("a.json"), fixture.path("c.json")])
            #expect(
                newer.code == 65 && newer.text.contains("expected a report of version 1 or older, got 2"),
                "\(newer.text)")
        }

        @Test func withoutATargetItSaysSo() throws {
            let outcome = try RunningProgram.run(["load", "x.yaml"])
            #expect(outcome.code == 64 && outcome.text.contains("expected --target URL or --sim, got neither"))
        }
    }

    /// Without sockets.
    @Suite struct Simulated {
        private static let script = Runs.talk(followers: 20)

        @Test func theSameSeedGivesTheSameReport() throws {
            let fixture = try LoadFixture()
            let runs = try (0..<2).map { number in
                let file = fixture.path("\(number).json")
                let words = ["load", try fixture.script(Self.script), "--sim", "--seed", "5", "--out", "json=" + file]
                let outcome = try RunningProgram.run(words)
                #expect(outcome.code == 0, "\(outcome.text)")
                return (outcome.output, try String(contentsOfFile: file, encoding: .utf8))
            }
            #expect(runs[0] == runs[1])
            #expect(Report(path: fixture.path("0.json")).number("counts.reach") == 1)
        }

        @Test func theSearchFindsWhatHolds() throws {
            let fixture = try LoadFixture()
            let words = ["load", try fixture.script(Self.script), "--sim", "--users", "4"]
            let file = fixture.path("held.json")
            let outcome = try RunningProgram.run(words + ["--find-max", "started < 30", "--out", "json=" + file])
            #expect(outcome.code == 0, "\(outcome.text)")
            #expect(outcome.output.last == "at most 28 users with started < 30", "\(outcome.text)")
            try #require(outcome.output.count == 15, "\(outcome.text)")
            #expect(outcome.output[8].hasPrefix("28 users: holds"), "what held is tried again: \(outcome.text)")
            #expect(outcome.output[9].hasPrefix("29 users: does not hold"), "what failed, too: \(outcome.text)")
            #expect(outcome.output[10].hasPrefix("report of the last run that held"), "\(outcome.text)")
            #expect(outcome.output[11] == "the largest number that holds: 28", "\(outcome.text)")
            #expect(
                outcome.output[12].hasPrefix("28 users: 2 of 2 trials held, so with 95 % confidence at least 22.3 %"))
            #expect(
                outcome.output[13].hasPrefix("29 users: 0 of 2 trials held, so with 95 % confidence at most 77.7 %"))
            #expect(Report(path: file).number("counts.started") == 29)
            let nothing = try RunningProgram.run(
                words + ["--find-max", "started < 1", "--out", "json=" + fixture.path("none.json")])
            #expect(nothing.code == 99 && nothing.text.contains("no report, because no run held"), "\(nothing.text)")
            let tried = nothing.output.dropLast().map { $0.prefix { $0 != ":" } }
            #expect(tried == ["4 users", "2 users", "1 user"], "it searches downwards: \(nothing.text)")
            #expect(nothing.output.last == "fewer than 1 user, no run held, with started < 1", "\(nothing.text)")
        }

        @Test func aLowerBoundHasAnExitCodeOfItsOwn() throws {
            let fixture = try LoadFixture()
            let words = ["load", try fixture.script(Self.script), "--sim", "--find-max", "started < 30"]
            let below = try RunningProgram.run(words + ["--at-least", "40"])
            #expect(below.code == 97, "\(below.text)")
            #expect(below.output.last == "fewer than 40 users, no run held, with started < 30", "\(below.text)")
            #expect(below.output.first?.hasPrefix("40 users: does not hold") == true, "it begins there: \(below.text)")
            let held = try RunningProgram.run(words + ["--at-least", "20", "--trials", "3"])
            #expect(held.code == 0 && held.output.first?.hasPrefix("20 users: holds") == true, "\(held.text)")
            #expect(held.output.contains { $0.hasPrefix("28 users: 3 of 3 trials held") }, "\(held.text)")
        }

        @Test func aRunWhoseEveryRequestIsRefusedFails() throws {
            let fixture = try LoadFixture()
            let script = "actors: [{name: ann, role: viewer, steps: [{step: forward}, {step: back}]}]\n"
            let outcome = try RunningProgram.run(["load", try fixture.script(script), "--sim"])
            #expect(outcome.code == 99, "\(outcome.text)")
            let expected = "FAILED: every request of the users was refused (2 forbidden)"
            #expect(outcome.output.first == expected, "\(outcome.text)")
            #expect(outcome.output.contains { $0.contains("rejected forbidden 2") }, "\(outcome.text)")
            let wanted = try RunningProgram.run(
                ["load", try fixture.script(script), "--sim", "--threshold", "rejected.forbidden == 2"])
            #expect(wanted.code == 0, "\(wanted.text)")
        }

        @Test func anUnknownActorOfAThresholdIsRefused() throws {
            let fixture = try LoadFixture()
            let words = [
                "load", try fixture.script(Self.script), "--sim", "--threshold", "deliver{actor:folower}.p95 < 1s",
            ]
            let outcome = try RunningProgram.run(words)
            #expect(outcome.code == 64 && outcome.text.contains("did you mean `follower`?"), "\(outcome.text)")
        }
    }
}
