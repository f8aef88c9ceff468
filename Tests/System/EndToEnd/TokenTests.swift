import Foundation
import TestPeers
import Testing
import Tokens

extension EndToEnd {
    /// Tokens over real sockets: forged, expired, for another room, used twice, of a removed secret.
    @Suite struct TokenTests {
        /// A server with a secret, in a folder that is removed at the end.
        private final class ClosedServer {
            let folder: String
            var store: String { folder + "/store" }
            let program: RunningProgram
            let port: UInt16

            init() throws {
                folder =
                    FileManager.default.temporaryDirectory.appendingPathComponent("token-\(UUID().uuidString)").path
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                _ = try ClosedServer.run(["token", "new-secret", folder + "/secret"])
                program = try RunningProgram(arguments: [
                    "serve", "--listen", "127.0.0.1:0", "--loops", "2", "--room", "talk=threePage:numbers",
                    "--secret-file", folder + "/secret", "--store", folder + "/store",
                ])
                let greeting = try program.nextLine()
                guard let port = greeting.split(separator: ":").last.flatMap({ UInt16($0) }) else {
                    throw ExpectationError("a port", instead: greeting)
                }
                self.port = port
            }

            deinit { try? FileManager.default.removeItem(atPath: folder) }

            static func run(_ words: [String]) throws -> String {
                let program = try RunningProgram(arguments: words)
                defer { program.end() }
                let lines = program.remainingLines()
                guard try program.exitCode() == 0 else {
                    throw ExpectationError("\(words)", instead: program.complaints)
                }
                return lines.first ?? ""
            }

            func token(room: String = "talk", secret: String = "secret", expires: String = "1h") throws -> String {
                try Self.run([
                    "token", "--secret-file", "\(folder)/\(secret)", "--room", room, "--role", "member", "--expires",
                    expires,
                ])
            }

            func client() throws -> RawClient { try RawClient(port: port, path: "/rooms/talk") }

            /// A client that joined before its token expired, and the token. On a slow machine a later attempt is in time.
            func joinWithABriefToken() throws -> (client: RawClient, token: String) {
                var failure: (any Error)?
                for seconds in [4, 12, 36] {
                    let (token, client) = try (token(expires: "\(seconds)s"), client())
                    do {
                        try client.join(#""role":"member","token":"\#(token)""#)
                        return (client, token)
                    } catch { failure = error }
                }
                throw ExpectationError("a join in time", instead: "\(failure as Any)")
            }

            /// The code and the reason of a refused join with this token; nil when the join succeeds.
            func refusal(of token: String) throws -> (code: Int, reason: String)? {
                let client = try client()
                client.send(#"{"type":"join","id":1,"role":"member","token":"\#(token)"}"#)
                guard (try? client.next("welcome")) == nil else { return nil }
                return (try client.end() ?? 0, client.closeReason)
            }
        }

        @Test func anInvalidTokenIsRefused() throws {
            let server = try ClosedServer()
            defer { server.program.end() }
            let good = try server.token()
            #expect(try server.refusal(of: good) == nil)
            let parts = good.split(separator: ".").map(String.init)
            let none = "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0"
            let forged = [
                "nonsense", String(good.dropLast(6)) + "AAAAAA", "\(none).\(parts[1]).", "\(parts[0]).\(parts[1])",
                String(repeating: "x", count: 2_000),
            ]
            for token in forged {
                let refusal = try #require(try server.refusal(of: token), "\(token.prefix(30))")
                #expect(refusal.code == 4_102, "\(token.prefix(30)): \(refusal)")
                #expect(!refusal.reason.contains(token.prefix(12)), "a token is not repeated")
            }
            let elsewhere = try #require(try server.refusal(of: server.token(room: "other")))
            #expect(elsewhere.code == 4_103, "\(elsewhere)")
        }

        /// An issuer that copies names from elsewhere harms nobody but its bearer.
        @Test func aTokenWithANameThatNobodyMayHaveIsRefused() throws {
            let server = try ClosedServer()
            defer { server.program.end() }
            let good = try server.token()
            let witness = try server.client()
            try witness.join(#""role":"member","token":"\#(good)""#)
            let keys = try TokenKeys(path: server.folder + "/secret")
            let room = try #require(RoomPattern("talk"))
            let grant = Grant(
                room: room, role: .member, name: "Bob\u{202E}x\u{1B}[2J", expires: UnixTime(seconds: 4_000_000_000))
            let refusal = try #require(try server.refusal(of: keys.issue(grant)))
            #expect(refusal.code == 4_102 && refusal.reason.contains("claim `name`: "), "\(refusal)")
            #expect(try server.refusal(of: good) == nil, "the room stays open")
            _ = try witness.everything(pingID: 9)
            #expect(witness.closeCode == nil)
            server.program.signal(SIGTERM)
            #expect(try server.program.exitCode() == 0)
            #expect(try ClosedServer.run(["store", "check", server.store]) == "file: ok", "every record can be read")
        }

        @Test func aTokenIsValidUntilItExpires() throws {
            let server = try ClosedServer()
            defer { server.program.end() }
            let token = try server.token()
            let (first, second) = try (server.client(), server.client())
            let one = try first.join(#""role":"member","token":"\#(token)""#)
            let two = try second.join(#""role":"member","token":"\#(token)""#)
            #expect(one.number("member") != two.number("member"), "two clients with one token are two members")
            #expect(one.text("session") != two.text("session"))
            // What takes somebody's place is their session, which the token does not tell.
            let session = try #require(one.text("session"))
            let third = try server.client()
            let back = try third.join(#""role":"member","token":"\#(token)","session":"\#(session)""#)
            #expect(back.number("member") == one.number("member"))
            #expect(try first.end() == 4_109)
            _ = try second.everything(pingID: 9)
            #expect(second.closeCode == nil, "nobody else's business")
        }

        @Test func anExpiredTokenIsRefusedAndOpenConnectionsStay() throws {
            let server = try ClosedServer()
            defer { server.program.end() }
            let (early, brief) = try server.joinWithABriefToken()
            var refusal: (code: Int, reason: String)?
            try eventually("a refusal") {
                refusal = try server.refusal(of: brief)
                return refusal != nil
            }
            #expect(refusal?.code == 4_102 && refusal?.reason.contains("expired") == true, "\(refusal as Any)")
            _ = try early.everything(pingID: 9)
            #expect(early.closeCode == nil, "who is in stays in")
        }

        @Test func secretsAreReloadedWithoutARestart() throws {
            let server = try ClosedServer()
            defer { server.program.end() }
            let old = try server.token()
            let witness = try server.client()
            try witness.join(#""role":"member","token":"\#(old)""#)
            _ = try ClosedServer.run(["token", "new-secret", server.folder + "/next"])
            let new = try server.token(secret: "next")
            #expect(try server.refusal(of: new)?.code == 4_102, "not read yet")
            try FileManager.default.removeItem(atPath: server.folder + "/secret")
            try FileManager.default.moveItem(atPath: server.folder + "/next", toPath: server.folder + "/secret")
            server.program.signal(SIGHUP)
            try server.program.waitForComplaint("reloaded")
            for _ in 0..<2 {
                #expect(try server.refusal(of: new) == nil, "on either loop")
                #expect(try server.refusal(of: old)?.code == 4_102)
            }
            #expect(try witness.everything(pingID: 2).isEmpty == false, "who is in stays in, and saw the others come")
            try "nonsense\n".write(toFile: server.folder + "/secret", atomically: true, encoding: .utf8)
            server.program.signal(SIGHUP)
            try server.program.waitForComplaint("reload failed")
            #expect(try server.refusal(of: new) == nil)
            server.program.signal(SIGTERM)
            #expect(try server.program.exitCode() == 0)
        }

        /// Without files to reload SIGHUP ends the server.
        @Test func withoutFilesSIGHUPEndsTheServer() throws {
            let server = try RunningServer(rooms: [EndToEndFixture.numbers], loops: 1)
            defer { server.end() }
            server.program.signal(SIGHUP)
            #expect(try server.program.exitCode() == 0)
        }
    }
}
