import Foundation
import Testing

extension CommandScenes {
    /// `riffle token` on the command line.
    @Suite struct TokenCommandTests {
        /// Runs the command to its end and takes the first lines of its output.
        private func run(_ words: [String], lines count: Int = 0) throws -> (
            code: Int32, lines: [String], complaints: String
        ) {
            let program = try RunningProgram(arguments: ["token"] + words)
            defer { program.end() }
            let code = try program.exitCode()
            return (code, try (0..<count).map { _ in try program.nextLine() }, program.complaints)
        }

        private func withFolder(_ body: (String) throws -> Void) throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("token-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            try body(folder.path)
        }

        @Test(arguments: [[], ["--eddsa"]])
        func aSecretMakesTokensThatItsOwnerCanInspect(options: [String]) throws {
            try withFolder { folder in
                let (ours, theirs) = (folder + "/ours", folder + "/theirs")
                let made = try run(["new-secret", ours] + options, lines: options.count)
                #expect(made.code == 0, "\(made.complaints)")
                #expect(made.lines.allSatisfy { $0.hasPrefix("eddsa-public:") })
                #expect(try run(["new-secret", ours]).code == 1)
                #expect(try run(["new-secret", theirs]).code == 0)
                let grant = ["--room", "talk-*", "--role", "presenter", "--name", "Ann", "--expires", "8h"]
                let issued = try run(["--secret-file", ours] + grant, lines: 1)
                #expect(issued.code == 0, "\(issued.complaints)")
                let token = try #require(issued.lines.first)
                let good = try run(["inspect", "--secret-file", ours, token], lines: 8)
                #expect(good.code == 0, "\(good.complaints)")
                #expect(good.lines.contains("room:    \"talk-*\"") && good.lines.contains("role:    presenter"))
                #expect(good.lines.contains("name:    \"Ann\"") && good.lines.last == "valid:   yes")
                let bad = try run(["inspect", "--secret-file", theirs, token], lines: 8)
                #expect(bad.code == 77)
                #expect(bad.lines.last?.hasPrefix("valid:   no, the token is signed with a secret") == true)
                #expect(try run(["inspect", token], lines: 8).lines.last == "valid:   unknown (no --secret-file)")
            }
        }

        @Test func errorsAreReported() throws {
            try withFolder { folder in
                let secret = folder + "/secret"
                let issue = ["--secret-file", secret, "--room", "talk", "--role", "member", "--expires"]
                let missing = try run(issue + ["8h"])
                #expect(
                    missing.code == 65 && missing.complaints.contains("there is no such file"), "\(missing.complaints)")
                #expect(try run(issue + ["soon"]).code == 64)
                #expect(try run(issue + ["0s"]).code == 64)
                #expect(
                    try run(["--secret-file", secret, "--room", "a*b", "--role", "member", "--expires", "8h"]).0 == 64
                )
                for (name, objection) in [
                    ("", "expected a name"), ("Bob\u{202E}x", "turns the direction"),
                    ("a\u{1B}[2J", "a control character"),
                    (String(repeating: "x", count: 65), "expected at most 64 bytes, got 65"),
                ] {
                    let named = try run(issue + ["8h", "--name", name])
                    #expect(named.code == 64 && named.complaints.contains("--name: "), "\(named.complaints)")
                    #expect(named.complaints.contains(objection), "\(named.complaints)")
                }
                let nonsense = try run(["inspect", "secret-nonsense"])
                #expect(
                    nonsense.code == 65 && !nonsense.complaints.contains("secret-nonsense"), "\(nonsense.complaints)")
            }
        }
    }
}
