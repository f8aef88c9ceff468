import Foundation
import TestPeers
import Testing

extension EndToEnd {
    /// TLS on the command line: `wss://`, certificates, and the errors for untrusted ones.
    @Suite struct SecureTests {
        /// A member in a pipe that has printed the first page.
        private func pipe(to server: SecureServer, _ trust: [String]) throws -> RunningProgram {
            let pipe = try RunningProgram(arguments: ["join", server.url, "--name", "pipe"] + trust)
            #expect(try pipe.nextLine() == "page 0: 0")
            return pipe
        }

        /// The next settled page, without the lines about joins and leaves.
        private func nextPage(_ pipe: RunningProgram) throws -> String {
            var line = try pipe.nextLine()
            while !line.hasPrefix("page ") { line = try pipe.nextLine() }
            return line
        }

        @Test func everyCommandThatConnectsSpeaksTLS() throws {
            let server = try SecureServer()
            defer { server.end() }
            let trust = ["--tls-ca", server.authority.certificate]
            let pipe = try pipe(to: server, trust)
            defer { pipe.end() }
            let send = try RunningProgram.run(["send", server.url, "next", "--wait", "rest", "--json"] + trust)
            #expect(send.code == 0, "\(send.complaints)")
            #expect(try nextPage(pipe) == "page 1: 1")
            let named = server.url.replacing("127.0.0.1", with: "localhost")
            let script = "Examples/scripts/same-next.riffle.yaml"
            let replay = try RunningProgram.run(["replay", script, "--into", named, "--quiet"] + trust)
            #expect(![69, 77].contains(replay.code), "it got in: \(replay.complaints)")
            let plain = ["send", server.url.replacing("wss", with: "ws"), "next", "--timeout", "60s"]
            let refused = try RunningProgram.run(plain + trust)
            #expect(refused.code == 69, "\(refused.code): \(refused.complaints)")
        }

        @Test func aKeyThatOthersMayReadIsReported() throws {
            let authority = try TestAuthority()
            let files = try authority.issue("DNS:localhost", days: 1)
            for (mode, isReported) in [(0o644, true), (0o600, false)] {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: files.key)
                let program = try RunningProgram(
                    arguments: [
                        "serve", "--listen", "127.0.0.1:0", "--room", EndToEndFixture.numbers, "--tls-cert",
                        files.certificate, "--tls-key", files.key,
                    ])
                defer { program.end() }
                _ = try program.nextLine()
                program.signal(SIGTERM)
                let code = try program.exitCode()
                #expect(code == 0, "\(code): \(program.complaints)")
                let warning = "\(files.key): expected access for the owner only, got mode"
                #expect(program.complaints.contains(warning) == isReported, "\(program.complaints)")
            }
        }

        @Test func anUntrustedCertificateEndsTheAttemptAtOnce() throws {
            let server = try SecureServer()
            defer { server.end() }
            let stranger = try TestAuthority()
            let script = "Examples/scripts/same-next.riffle.yaml"
            for words in [
                ["send", server.url, "next"], ["join", server.url], ["replay", script, "--into", server.url],
            ] {
                for trust in [[], ["--tls-ca", stranger.certificate]] {
                    let refused = try RunningProgram.run(words + trust)
                    #expect(refused.code == 77, "\(refused)")
                    #expect(refused.complaints.contains("no trusted authority signed"), "\(refused.complaints)")
                    #expect(refused.complaints.contains("--tls-ca"), "\(refused.complaints)")
                }
            }
            let missing = try RunningProgram.run(["send", server.url, "next", "--tls-ca", stranger.path("none.pem")])
            #expect(missing.code == 64 && missing.complaints.contains("there is no such file"), "\(missing)")
        }

        @Test(arguments: [
            ("DNS:example.org", 1, "for another address", ""),
            ("DNS:localhost,IP:127.0.0.1", -1, "has expired", "expired"),
        ])
        func anInvalidCertificateIsReportedWithItsReason(names: String, days: Int, reason: String, warning: String)
            throws
        {
            let server = try SecureServer(names: names, days: days)
            defer { server.end() }
            let refused = try RunningProgram.run(["send", server.url, "next", "--tls-ca", server.authority.certificate])
            #expect(refused.code == 77 && refused.complaints.contains(reason), "\(refused)")
            #expect(warning.isEmpty || server.program.complaints.contains(warning), "the operator is told")
        }

        @Test func aServerDoesNotStartWithUnusableFiles() throws {
            let authority = try TestAuthority()
            let (one, two) = try (authority.issue(), authority.issue())
            let cases: [([String], Int32, String)] = [
                (["--tls-cert", one.certificate], 64, "--tls-key"),
                (["--tls-key", one.key], 64, "--tls-cert"),
                (["--tls-cert", one.certificate, "--tls-key", two.key], 65, "expected the key of the certificate"),
                (["--tls-cert", authority.path("none"), "--tls-key", one.key], 65, "there is no such file"),
                (["--tls-cert", one.key, "--tls-key", one.key], 65, "expected a certificate"),
            ]
            for (words, code, complaint) in cases {
                let end = try RunningProgram.run(["serve", "--listen", "127.0.0.1:0", "--room", "a=threePage"] + words)
                #expect(end.code == code && end.complaints.contains(complaint), "\(end)")
            }
        }

        @Test func aNewCertificateIsLoadedWithoutARestart() throws {
            let server = try SecureServer()
            defer { server.end() }
            let trust = ["--tls-ca", server.authority.certificate]
            let pipe = try pipe(to: server, trust)
            defer { pipe.end() }
            let successor = try TestAuthority()
            try server.put(try successor.issue())
            try server.renew(until: "reloaded")
            let next = ["send", server.url, "next", "--wait", "rest"]
            #expect(try RunningProgram.run(next + trust).code == 77, "the old one is no longer shown")
            let renewed = ["--tls-ca", successor.certificate]
            #expect(try RunningProgram.run(next + renewed).code == 0)
            #expect(try nextPage(pipe) == "page 1: 1", "who was there before lives on")
            try "nonsense".write(toFile: server.files.certificate, atomically: true, encoding: .utf8)
            try server.renew(until: "reload failed")
            #expect(server.program.complaints.contains("expected a certificate in PEM form"))
            for _ in 0..<2 { #expect(try RunningProgram.run(next + renewed).code == 0, "on either loop") }
        }
    }
}
