import Foundation
import Testing

extension EndToEnd {
    /// Closed rooms and tokens on the command line.
    @Suite struct AccessTests {
        private func run(_ words: [String]) throws -> (code: Int32, complaints: String) {
            let program = try RunningProgram(arguments: words)
            defer { program.end() }
            return (try program.exitCode(), program.complaints)
        }

        private func token(_ folder: String, role: String, room: String, create: Bool = false) throws -> String {
            var words = ["--secret-file", folder + "/secret", "--room", room, "--role", role, "--expires", "1h"]
            if create { words.append("--create") }
            let program = try RunningProgram(arguments: ["token"] + words)
            defer { program.end() }
            let path = "\(folder)/\(role)-\(room)-\(create)"
            try (program.nextLine() + "\n").write(toFile: path, atomically: true, encoding: .utf8)
            return path
        }

        @Test func aSecretClosesTheRooms() throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("keys-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            #expect(try run(["token", "new-secret", folder + "/secret"]).code == 0)
            let words = [
                "serve", "--listen", "127.0.0.1:0", "--room", "talk=threePage", "--secret-file", folder + "/secret",
            ]
            let server = try RunningProgram(arguments: words)
            defer { server.end() }
            let url = try server.nextLine().dropFirst("listening on ".count) + "/rooms/talk"
            let next = ["send", String(url), "next"]

            let without = try run(next)
            #expect(without.code == 77 && without.complaints.contains("a token is required"), "\(without)")
            let elsewhere = try run(next + ["--token-file", token(folder, role: "member", room: "other")])
            #expect(elsewhere.code == 77 && elsewhere.complaints.contains("another room"), "\(elsewhere)")
            let watcher = try run(next + ["--token-file", token(folder, role: "viewer", room: "talk")])
            #expect(watcher.code == 77 && watcher.complaints.contains("viewers watch"), "\(watcher)")
            let member = try run(next + ["--token-file", token(folder, role: "member", room: "talk")])
            #expect(member.code == 0, "\(member)")
            #expect(server.complaints.contains("eyJ") == false, "no token in the log")
        }

        @Test func aTokenMayCreateARoom() throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("keys-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            #expect(try run(["token", "new-secret", folder + "/secret"]).code == 0)
            let server = try RunningProgram(
                arguments: [
                    "serve", "--listen", "127.0.0.1:0", "--create", "token", "--secret-file", folder + "/secret",
                ])
            defer { server.end() }
            let next = ["send", "\(try server.nextLine().dropFirst("listening on ".count))/rooms/talk", "next"]
            let without = try run(next + ["--token-file", token(folder, role: "member", room: "talk")])
            #expect(without.code == 77 && without.complaints.contains("no room talk"), "\(without)")
            let with = try run(next + ["--token-file", token(folder, role: "member", room: "talk", create: true)])
            #expect(with.code == 0, "\(with)")
            let then = try run(next + ["--token-file", token(folder, role: "member", room: "talk")])
            #expect(then.code == 0, "the room is there now: \(then)")
        }

        @Test func roomsAreNotOpenedToOtherMachinesByAccident() throws {
            let refused = try run(["serve", "--room", "a=threePage", "--listen", "0.0.0.0:0"])
            #expect(refused.code == 64 && refused.complaints.contains("--open"), "\(refused)")
            let open = try RunningProgram(
                arguments: ["serve", "--room", "a=threePage", "--listen", "0.0.0.0:0", "--open"])
            defer { open.end() }
            #expect(try open.nextLine().hasPrefix("listening on ws://0.0.0.0:"))
        }

        @Test func aFileConfiguresTheServer() throws {
            let path = FileManager.default.temporaryDirectory.appendingPathComponent("serve-\(UUID().uuidString).yaml")
                .path
            defer { try? FileManager.default.removeItem(atPath: path) }
            try "listen: 127.0.0.1:0\nroom: [a=threePage]\n".write(toFile: path, atomically: true, encoding: .utf8)
            let server = try RunningProgram(arguments: ["serve", "--config", path])
            defer { server.end() }
            #expect(try server.nextLine().hasPrefix("listening on ws://127.0.0.1:"))
            try "rom: [a=threePage]\n".write(toFile: path, atomically: true, encoding: .utf8)
            let wrong = try run(["serve", "--config", path])
            #expect(
                wrong.code == 64 && wrong.complaints.contains(":1:1:") && wrong.complaints.contains("`room`"),
                "\(wrong)")
        }
    }
}
