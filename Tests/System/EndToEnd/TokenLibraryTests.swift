import Foundation
import TestPeers
import TestSupport
import Testing
import Tokens

extension EndToEnd {
    /// PyJWT and Authlib as the other side, for each algorithm and form of key.
    @Suite struct TokenLibraryTests {
        private struct Issued: Decodable {
            let library: String
            let algorithm: String
            let token: String
        }

        private struct Claims: Decodable, Equatable {
            let room: String
            let role: String
            let name: String
            let exp: Int
        }

        private static let now = UnixTime(seconds: 1_800_000_000)

        /// Runs the script and returns the lines it prints.
        private static func libraries(_ action: String, _ folder: URL) throws -> [String] {
            let python = try #require(Program.python, "`make test` installs it in .build/python")
            let script = Repository.file("Tests/System/PythonClient/token_libraries.py").path
            let program = try RunningProgram(python, arguments: [script, action, folder.path])
            defer { program.end() }
            let lines = program.remainingLines()
            guard try program.exitCode() == 0 else { throw ExpectationError(action, instead: program.complaints) }
            return lines
        }

        @Test func eachSideVerifiesTheTokensOfTheOther() throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tokens-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            func keys(_ name: String) throws -> TokenKeys {
                try TokenKeys(path: folder.appendingPathComponent(name).path)
            }
            func forms(_ algorithm: String, _ half: String) -> [String] {
                if algorithm == "HS256" { return ["HS256.private.jwk"] }
                // A key for PS256 is in PEM like one for RS256, for which it is taken.
                let forms = algorithm == "PS256" ? ["jwk", "jwks"] : ["pem", "jwk", "jwks"]
                return forms.filter { half == "public" || $0 != "jwks" }.map { "\(algorithm).\(half).\($0)" }
            }

            let issued = try Self.libraries("make", folder).map {
                try JSONDecoder().decode(Issued.self, from: Data($0.utf8))
            }
            #expect(issued.count == 10)
            let checking = try Dictionary(
                uniqueKeysWithValues: Set(issued.map(\.algorithm)).map { algorithm in
                    (algorithm, try forms(algorithm, "public").map { (form: $0, keys: try keys($0)) })
                })
            for token in issued {
                for (algorithm, forms) in checking {
                    for (form, keys) in forms {
                        let result = keys.verify(token.token, room: "talk", now: Self.now)
                        if algorithm == token.algorithm {
                            let grant = try result.get()
                            #expect(grant.role == .member && grant.name == "Ann Öz", "\(token.library), \(form)")
                        } else {
                            #expect(throws: TokenRefusal.self, "\(token.library), \(form)") { try result.get() }
                        }
                    }
                }
            }

            let room = try #require(RoomPattern("talk"))
            let expires = UnixTime(seconds: 4_000_000_000)
            let grant = Grant(room: room, role: .presenter, name: "Bo\u{1F388} \"Ö\"", expires: expires)
            var tokens: [String] = []
            for algorithm in Set(issued.map(\.algorithm)) {
                for form in forms(algorithm, "private") {
                    tokens.append(#"{"algorithm":"\#(algorithm)","token":"\#(try keys(form).issue(grant))"}"#)
                }
            }
            #expect(tokens.count == 8)
            try tokens.joined(separator: "\n").write(
                to: folder.appendingPathComponent("tokens"), atomically: true, encoding: .utf8)
            let read = try Self.libraries("check", folder).map {
                try JSONDecoder().decode(Claims.self, from: Data($0.utf8))
            }
            let claims = Claims(room: "talk", role: "presenter", name: "Bo\u{1F388} \"Ö\"", exp: 4_000_000_000)
            #expect(read == Array(repeating: claims, count: tokens.count))
        }
    }
}
