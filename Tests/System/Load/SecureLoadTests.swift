import Foundation
import TestPeers
import Testing

extension LoadTests {
    /// Runs over TLS into a closed room.
    @Suite struct Secure {
        /// An authority, a secret, and a server that has both.
        private final class ClosedServer {
            let authority: TestAuthority
            let server: LoadServer
            private let folder: URL

            init() throws {
                authority = try TestAuthority()
                let files = try authority.issue()
                folder = FileManager.default.temporaryDirectory.appendingPathComponent("closed-\(UUID().uuidString)")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                let made = try RunningProgram.run(["token", "new-secret", folder.path + "/secret"])
                #expect(made.code == 0, "\(made.text)")
                server = try LoadServer(
                    ["--secret-file", folder.path + "/secret", "--tls-cert", files.certificate, "--tls-key", files.key])
            }

            deinit { try? FileManager.default.removeItem(at: folder) }

            /// A file with a token for a room.
            func token(for room: String) throws -> String {
                let outcome = try RunningProgram.run(
                    ["token", "--secret-file", folder.path + "/secret", "--room", room]
                        + ["--role", "presenter", "--expires", "1h"])
                let path = folder.path + "/" + room
                try (outcome.output.joined() + "\n").write(toFile: path, atomically: true, encoding: .utf8)
                return path
            }

            func play(_ fixture: LoadFixture, _ words: [String]) throws -> RunningProgram.Outcome {
                let script = try fixture.script(Runs.talk(followers: 6, seconds: 1))
                let report = ["--out", "json=" + fixture.path("report.json")]
                return try RunningProgram.run(
                    ["load", script, "--target", server.url, "--lateness", "60s"] + report + words)
            }
        }

        @Test(arguments: ["1", "2"]) func aCrowdWithTheTokenComesIn(workers: String) throws {
            let closed = try ClosedServer()
            #expect(closed.server.url.hasPrefix("wss://"))
            let fixture = try LoadFixture()
            let trust = ["--tls-ca", closed.authority.certificate, "--token-file", try closed.token(for: "talk")]
            let outcome = try closed.play(fixture, trust + ["--workers", workers])
            let report = Report(path: fixture.path("report.json"))
            #expect(outcome.code == 0, "\(outcome.text)")
            #expect(report.number("measures.join.count") == 7 && report.number("counts.reach") == 1)
            #expect(report.number("measures.ack.count") == 3)
            #expect(try #require(report.number("counts.sentBytes")) > 1_000)
        }

        /// The run reports why the server refused all users, even if a threshold fails as well.
        @Test func aWrongTokenIsReportedWithAReason() throws {
            let closed = try ClosedServer()
            let fixture = try LoadFixture()
            let trust = ["--tls-ca", closed.authority.certificate]
            for (words, reason) in [
                ([], "a token is required"), (["--token-file", try closed.token(for: "other")], "another room"),
            ] {
                let outcome = try closed.play(fixture, trust + words + ["--threshold", "gaps > 2"])
                #expect(outcome.code == 77, "\(outcome.text)")
                let last = outcome.errors.last ?? ""
                #expect(
                    last.contains("no user was admitted at \(closed.server.url)") && last.contains(reason), "\(last)")
                #expect(Report(path: fixture.path("report.json")).number("counts.started") == 7)
            }
            let search = try closed.play(fixture, trust + ["--find-max", "gaps == 0"])
            #expect(search.code == 77 && search.text.contains("a token is required"), "\(search.text)")
        }

        @Test(arguments: ["1", "2"]) func aCertificateNobodyVouchesForEndsTheRun(workers: String) throws {
            let closed = try ClosedServer()
            let fixture = try LoadFixture()
            let stranger = try TestAuthority()
            let words = ["--token-file", try closed.token(for: "talk"), "--tls-ca", stranger.certificate]
            let outcome = try closed.play(fixture, words + ["--workers", workers])
            #expect(outcome.code == 77, "\(outcome.text)")
            let last = outcome.errors.last ?? ""
            #expect(last.contains("no trusted authority signed") && last.contains("--tls-ca FILE"), "\(last)")
            #expect(Report(path: fixture.path("report.json")).number("counts.connectFailures") == 7, "one attempt each")
        }

        /// A server without TLS where TLS was asked for, the other way round, and an address without rooms.
        @Test func whoSpeaksSomethingElseIsNotReached() throws {
            let closed = try ClosedServer()
            let fixture = try LoadFixture()
            for (url, reason) in [
                (
                    fixture.url.replacing("ws:", with: "wss:"),
                    "the TLS handshake failed; for a server without TLS write ws://"
                ),
                // The server ends the connection without a word.
                (closed.server.url.replacing("wss:", with: "ws:"), "read failed"),
                (fixture.url + "/nowhere", "HTTP status 404, expected 101; check the URL"),
            ] {
                let script = try fixture.script(Runs.talk(followers: 2, seconds: 1))
                // Users try again and again: the first failure ends the run.
                let outcome = try RunningProgram.run(
                    ["load", script, "--target", url, "--lateness", "60s"]
                        + ["--threshold", "connectFailures < 1", "--abort-after", "1s"])
                #expect(outcome.code == 69, "\(outcome.text)")
                let last = outcome.errors.last ?? ""
                #expect(last.contains("no user could connect to \(url): ") && last.contains(reason), "\(last)")
                #expect(!outcome.text.contains("HS:"), "the library's words: \(outcome.text)")
            }
        }

        @Test(arguments: [
            (["--tls-ca", "/no/such.pem"], "--tls-ca /no/such.pem: there is no such file"),
            (["--token-file", "/no/such"], "--token-file /no/such: there is no such file"),
            (
                ["--source", "somewhere"],
                "--source: expected a numeric address of this machine such as 127.0.0.2, got somewhere"
            ),
            (
                ["--token-file", "-", "--find-max", "gaps == 0"],
                "--token-file: expected a file with --find-max, got standard input"
            ),
        ])
        func filesAreLookedForBeforeAnythingElse(words: [String], sentence: String) throws {
            let fixture = try LoadFixture()
            let outcome = try fixture.start(Runs.talk(followers: 1), words).outcome()
            #expect(outcome.code == 64 && outcome.text.contains(sentence), "\(outcome.text)")
        }
    }
}
