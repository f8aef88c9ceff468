import Foundation
import TestPeers
import Testing

extension LoadTests {
    /// Tests the output and the refusals before the first connection.
    @Suite struct Options {
        private static let script = Runs.talk(followers: 500)

        @Test func theDryRunSaysWhatWouldBe() throws {
            let stand = try LoadStand()
            let words = ["--dry-run", "--workers", "2", "--threshold", "deliver.p95<100ms"]
            let outcome = try stand.start(Self.script, words).outcome()
            #expect(outcome.code == 0 && outcome.errors.isEmpty)
            let text = outcome.output.joined(separator: "\n")
            for line in [
                "users        501 in all, 501 at a time at most", "workers      2, of at most 251, 250 users",
                "threshold    deliver.p95<100ms",
            ] { #expect(outcome.output.contains(line), "\(line) in \(text)") }
            #expect(text.contains("as they come: 0s 2, 29ms 51,"), "\(text)")
            #expect(text.contains("ends         when every user has come to its end, at the latest after "), "\(text)")
            #expect(text.contains("descriptors  523 for the largest worker, "))
            #expect(Report(path: stand.path("report.json")).number("peakUsers") == nil, "nothing was done")
        }

        @Test func stagesSayHowManyUsersThereAre() throws {
            let stand = try LoadStand()
            let words = ["--dry-run", "--stage", "1s:100", "--stage", "1s:0"]
            let outcome = try stand.start(Self.script, words).outcome()
            #expect(outcome.code == 0)
            let text = outcome.output.joined(separator: "\n")
            #expect(text.contains("as they come: 0s 2, 200ms 22, 400ms 42,"), "\(text)")
            #expect(text.contains("1800ms 21, 2s 1"), "\(text)")
            #expect(text.contains("ends         after 2s, whoever is still there"), "\(text)")
        }

        @Test(arguments: [
            (["--users", "none"], 64, "users: 1 to 1000000, not none"),
            (["--users", "bob=5"], 64, "the script has no actor bob; it has ann, follower"),
            (["--rate", "20"], 64, "a rate is a number of users in a second or a minute: 20/s, 90/m"),
            (["--stage", "500"], 64, "a stage is a time and the users at its end: 30s:500"),
            (["--stage", "1s:5", "--users", "5"], 64, "--stage says how many users there are"),
            (["--threshold", "gap == 0"], 64, "did you mean `gaps`?"),
            (["--find-max", "deliver.p95 < 100"], 64, "expected a time in us, ms, s or m, got `100`"),
            (["--out", "pdf=x"], 64, "a report is one of json=FILE, csv=FILE, html=FILE, hdr=FILE"),
            (["--out", "html=/no/such/folder/x"], 64, "cannot be written"),
            (["--workers", "0"], 64, "--workers: 1 to 64"),
            (["--sim", "--workers", "2"], 64, "--sim has no workers"),
            (["--target", "http://127.0.0.1"], 64, "only ws:// and wss:// are supported"),
            (["--target", "ws://127.0.0.1:1/rooms/talk"], 69, "no server at 127.0.0.1:1: Connection refused"),
            (["--source", "192.0.2.1"], 69, "from 192.0.2.1: Cannot assign requested address"),
            (["--users", "60000"], 1, "60001 users need"),
        ])
        func badInputIsRefusedInWords(words: [String], code: Int32, sentence: String) throws {
            let stand = try LoadStand()
            let outcome = try stand.start(Self.script, words).outcome()
            #expect(outcome.code == code, "\(outcome.text)")
            #expect(outcome.text.contains(sentence), "\(outcome.text)")
        }

        @Test func aScriptThatDoesNotParseIsSaidWithItsPlace() throws {
            let stand = try LoadStand()
            let outcome = try stand.start("actors: [{name: ann, user: 5, steps: [leave]}]").outcome()
            #expect(outcome.code == 65)
            #expect(outcome.text.contains("test.riffle.yaml:4:"), "\(outcome.text)")
        }

        @Test func withoutATargetItSaysSo() throws {
            let outcome = try LoadProgram.run(["load", "x.yaml"])
            #expect(outcome.code == 64 && outcome.text.contains("--target: where the server is, or --sim"))
        }
    }

    /// Without sockets.
    @Suite struct Simulated {
        private static let script = Runs.talk(followers: 20)

        @Test func theSameSeedGivesTheSameReport() throws {
            let stand = try LoadStand()
            let runs = try (0..<2).map { number in
                let file = stand.path("\(number).json")
                let words = ["load", try stand.script(Self.script), "--sim", "--seed", "5", "--out", "json=" + file]
                let outcome = try LoadProgram.run(words)
                #expect(outcome.code == 0, "\(outcome.text)")
                return (outcome.output, try String(contentsOfFile: file, encoding: .utf8))
            }
            #expect(runs[0] == runs[1])
            #expect(Report(path: stand.path("0.json")).number("counts.reach") == 1)
        }

        @Test func theSearchFindsWhatHolds() throws {
            let stand = try LoadStand()
            let words = ["load", try stand.script(Self.script), "--sim", "--users", "4"]
            let outcome = try LoadProgram.run(words + ["--find-max", "started < 30"])
            #expect(outcome.code == 0, "\(outcome.text)")
            #expect(outcome.output.last == "at most 28 users with started < 30", "\(outcome.text)")
            #expect(outcome.output.count == 9, "\(outcome.text)")
        }
    }
}
