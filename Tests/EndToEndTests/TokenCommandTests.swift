import Foundation
import Testing

extension EndToEnd {
    /// `riffle token`, as people use it.
    @Suite struct TokenCommandTests {
        private func run(_ words: String...) throws -> (code: Int32, lines: [String], complaints: String) {
            let program = try RunningProgram(arguments: ["token"] + words)
            defer { program.end() }
            let code = try program.exitCode()
            return (code, program.remainingLines(), program.complaints)
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
                let made = try RunningProgram(arguments: ["token", "new-secret", ours] + options)
                defer { made.end() }
                #expect(try made.exitCode() == 0, "\(made.complaints)")
                #expect(made.remainingLines().count == options.count, "only a public key is printed")
                #expect(try run("new-secret", ours).code == 1)
                #expect(try run("new-secret", theirs).code == 0)
                let issued = try run(
                    "--secret-file", ours, "--room", "talk-*", "--role", "presenter", "--name", "Ann", "--expires",
                    "8h")
                #expect(issued.code == 0 && issued.lines.count == 1, "\(issued.complaints)")
                let token = try #require(issued.lines.first)
                let good = try run("inspect", "--secret-file", ours, token)
                #expect(good.code == 0, "\(good.complaints)")
                #expect(good.lines.contains("room:    \"talk-*\"") && good.lines.contains("role:    presenter"))
                #expect(good.lines.contains("name:    \"Ann\"") && good.lines.last == "valid:   yes")
                let bad = try run("inspect", "--secret-file", theirs, token)
                #expect(bad.code == 77)
                #expect(bad.lines.last?.hasPrefix("valid:   no, the token is signed with a secret") == true)
                #expect(try run("inspect", token).lines.last == "valid:   unknown (no --secret-file)")
            }
        }

        @Test func mistakesAreNamed() throws {
            try withFolder { folder in
                let secret = folder + "/secret"
                let issue = ["--secret-file", secret, "--room", "talk", "--role", "member", "--expires"]
                func fails(_ words: [String]) throws -> (Int32, String) {
                    let program = try RunningProgram(arguments: ["token"] + words)
                    defer { program.end() }
                    return (try program.exitCode(), program.complaints)
                }
                let missing = try fails(issue + ["8h"])
                #expect(missing.0 == 65 && missing.1.contains("there is no such file"), "\(missing.1)")
                #expect(try fails(issue + ["soon"]).0 == 64)
                #expect(try fails(issue + ["0s"]).0 == 64)
                #expect(
                    try fails(["--secret-file", secret, "--room", "a*b", "--role", "member", "--expires", "8h"]).0 == 64
                )
                let nonsense = try fails(["inspect", "secret-nonsense"])
                #expect(nonsense.0 == 65 && !nonsense.1.contains("secret-nonsense"), "\(nonsense.1)")
            }
        }
    }
}
