import Foundation
import Glibc
import RoomStore
import TestPeers
import Testing

extension CommandScenes {
    /// Actions of operators on a running server: the admin endpoint and `riffle admin`.
    @Suite struct OperatorTests {
        /// A server whose rooms need tokens if `isClosed`, with a token for operators.
        private func with(
            loops: Int = 2, isClosed: Bool = false, options others: [String] = [],
            _ play: (WatchedServer, ScratchFolder) throws -> Void
        ) throws {
            let folder = try ScratchFolder()
            #expect(try RunningProgram.run(["admin", "new-token", folder.path("admin")]).code == 0)
            var options = ["--admin-token-file", folder.path("admin")] + others
            if isClosed {
                #expect(try RunningProgram.run(["token", "new-secret", folder.path("secret")]).code == 0)
                _ = try folder.write("# nobody yet\n", to: "revoked")
                options += ["--secret-file", folder.path("secret"), "--revoked-file", folder.path("revoked")]
            }
            let server = try WatchedServer(loops: loops, options: options)
            defer { server.program.end() }
            try play(server, folder)
        }

        private func admin(_ words: [String], _ server: WatchedServer, _ folder: ScratchFolder, token: String = "admin")
            throws -> (code: Int32, lines: [String], complaints: String)
        {
            let url = "http://127.0.0.1:\(server.adminPort)"
            return try RunningProgram.run(
                ["admin", words[0], url] + words.dropFirst() + ["--token-file", folder.path(token)])
        }

        private func post(_ path: String, _ server: WatchedServer, token: String?) throws -> (Int, String) {
            let socket = try RawSocket(port: server.adminPort)
            let header = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
            socket.write(Array("POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\(header)\r\n".utf8))
            var bytes: [UInt8] = []
            while let more = socket.read(before: WaitLimit.deadline), !more.isEmpty { bytes += more }
            let text = String(decoding: bytes, as: UTF8.self)
            return (Int(text.split(separator: " ").dropFirst().first ?? "") ?? 0, text)
        }

        @Test(arguments: EndToEnd.loops) func aLockedRoomIsUnlocked(loops: Int) throws {
            try with(loops: loops) { server, folder in
                let ann = try server.raw()
                try ann.join(#""role":"presenter""#)
                ann.send(#"{"type":"lock","id":2,"on":true}"#)
                try ann.next("ack")
                #expect(try server.metrics().value("riffle_rooms_locked") == 1)
                let late = try server.raw()
                late.send(#"{"type":"join","id":1}"#)
                #expect(try late.end() == 4_103)
                let rooms = try admin(["rooms"], server, folder)
                #expect(rooms.lines.count == 2 && rooms.lines[0].hasPrefix("ROOM"), "\(rooms)")
                #expect(rooms.lines.last?.hasSuffix("locked") == true, "\(rooms)")
                let first = try admin(["unlock", "numbers"], server, folder)
                #expect(first.code == 0 && first.lines == ["done"], "\(first)")
                #expect(
                    try admin(["unlock", "numbers", "--json"], server, folder).lines == [#"{"result":"unchanged"}"#])
                try server.raw().join()
                let wrong = try admin(["unlock", "elsewhere"], server, folder)
                #expect(wrong.code == 77 && wrong.complaints.contains("no room elsewhere"), "\(wrong)")
            }
        }

        @Test func aMemberIsRemoved() throws {
            try with { server, folder in
                let (ann, bob) = (try server.raw(), try server.raw())
                try ann.join(#""role":"member","name":"Ann""#)
                try bob.join(#""name":"Bob""#)
                let members = try admin(["members", "numbers"], server, folder).lines
                #expect(members.count == 3 && members[0].hasPrefix("NUMBER"), "\(members)")
                let row = try #require(members.first { $0.contains("Bob") })
                let number = try #require(row.split(separator: " ").first)
                let kick = try admin(["kick", "numbers", String(number)], server, folder)
                #expect(kick.code == 0 && kick.lines == ["done"], "\(kick)")
                #expect(try bob.end() == 4_106)
                #expect(try admin(["kick", "numbers", "99"], server, folder).code == 77)
                ann.send(#"{"type":"step","id":2,"by":1,"from":0}"#)
                try ann.next("ack")
            }
        }

        @Test func aRoomIsClosed() throws {
            try with { server, folder in
                let ann = try server.raw()
                try ann.join()
                #expect(try admin(["close", "numbers"], server, folder).code == 0)
                #expect(try ann.end() == 4_108)
                #expect(try admin(["rooms", "--json"], server, folder).lines == [#"{"rooms":[]}"#])
            }
        }

        @Test func aSingleServerHasNoCluster() throws {
            try with { server, folder in
                let answer = try admin(["cluster"], server, folder)
                #expect(answer.code == 77 && answer.complaints.contains("this server has no cluster"), "\(answer)")
                #expect(try server.metrics().families.allSatisfy { !$0.name.hasPrefix("riffle_cluster_") })
            }
        }

        @Test func drainEndsTheServer() throws {
            try with { server, folder in
                let ann = try server.raw()
                try ann.join()
                #expect(try admin(["drain"], server, folder).code == 0)
                #expect(try ann.end() == 4_000)
                #expect(try server.program.exitCode() == 0)
            }
        }

        @Test func actionsNeedTheToken() throws {
            try with { server, folder in
                let path = "/admin/rooms/numbers/close"
                let file = try String(contentsOfFile: folder.path("admin"), encoding: .utf8)
                let good = file.trimmingCharacters(in: .whitespacesAndNewlines)
                #expect(good.count == 48 && !server.program.complaints.contains("owner only"))
                for token in [nil, "", "x", good + "x", String(good.dropLast()), "admin"] {
                    let answer = try post(path, server, token: token)
                    #expect(answer.0 == 401, "\(token ?? "none"): \(answer.1)")
                }
                #expect(try post("/admin/nothing", server, token: good).0 == 404)
                #expect(try post("/admin/rooms/numbers/kick?member=x", server, token: good).0 == 404)
                #expect(try post("/rooms", server, token: good).0 == 405)
                #expect(try server.ask(path).status == 404, "a GET changes nothing")
                _ = try folder.write("a-wrong-token-of-good-length", to: "wrong")
                let refused = try admin(["close", "numbers"], server, folder, token: "wrong")
                #expect(refused.code == 77 && refused.complaints.contains("--admin-token-file"), "\(refused)")
                #expect(try server.ask("/rooms").body.contains("numbers"))
                #expect(!server.program.complaints.contains(good))
            }
            let server = try WatchedServer()
            defer { server.program.end() }
            #expect(try post("/admin/drain", server, token: "x").0 == 403)
            #expect(server.program.isRunning)
        }

        @Test func aTokenFileMustBeLongEnoughAndHaveAnEndpoint() throws {
            let folder = try ScratchFolder()
            #expect(try RunningProgram.run(["admin", "new-token", "/dev/null"]).code == 1, "no file is overwritten")
            let words = ["serve", "--listen", "127.0.0.1:0", "--room", EndToEndFixture.numbers, "--admin-token-file"]
            let short = try RunningProgram.run(words + [try folder.write("short", to: "short"), "--admin", "0"])
            #expect(short.code == 65 && short.complaints.contains("at least 16 bytes"), "\(short)")
            let alone = try RunningProgram.run(words + [folder.path("short")])
            #expect(alone.code == 64 && alone.complaints.contains("without --admin"), "\(alone)")
        }

        private func newToken(_ folder: ScratchFolder) throws -> (token: String, id: String) {
            let words = ["--secret-file", folder.path("secret"), "--room", "numbers", "--role", "member"]
            let token = try #require(try RunningProgram.run(["token"] + words + ["--expires", "1h"]).lines.first)
            let lines = try RunningProgram.run(["token", "inspect", token]).lines
            let line = try #require(lines.first { $0.hasPrefix("id:") })
            return (token, line.filter { $0.isHexDigit }.replacing(/^d/, with: ""))
        }

        /// The close code of a join with this token; nil when it succeeds.
        private func refusal(_ token: String, _ server: WatchedServer) throws -> Int? {
            let client = try server.raw()
            client.send(#"{"type":"join","id":1,"token":"\#(token)"}"#)
            return (try? client.next("welcome")) == nil ? try client.end() : nil
        }

        @Test func aRevokedTokenEndsItsConnectionsAndIsRefused() throws {
            try with(isClosed: true) { server, folder in
                let (bad, good) = (try newToken(folder), try newToken(folder))
                let (ann, bob) = (try server.raw(), try server.raw())
                try ann.join(#""token":"\#(bad.token)""#)
                try bob.join(#""token":"\#(good.token)""#)
                #expect(try admin(["revoke", bad.id], server, folder).code == 0)
                #expect(try ann.end() == 4_102 && ann.closeReason == "the token was revoked")
                #expect(try refusal(bad.token, server) == 4_102)
                #expect(try refusal(good.token, server) == nil)
                bob.send(#"{"type":"ping","id":2}"#)
                try bob.next("pong")
                let name = "riffle_connections_closed_total"
                try server.metrics("two ends by the server") { $0.value(name, ["code": "4102", "by": "server"]) == 2 }
            }
        }

        /// A token that the server has seen, and one that it has not.
        @Test func aStoreKeepsRevokedTokensOverARestart() throws {
            let store = try StoreFile()
            var tokens: [(token: String, id: String)] = []
            try with(isClosed: true, options: ["--store", store.path]) { server, folder in
                tokens = try (0..<3).map { _ in try newToken(folder) }
                try server.raw().join(#""token":"\#(tokens[0].token)""#)
                for token in tokens.dropLast() {
                    #expect(try admin(["revoke", token.id], server, folder).lines == ["done"])
                }
                let secret = try String(contentsOfFile: folder.path("secret"), encoding: .utf8)
                // The end of a process that has no time to save anything.
                server.program.signal(SIGKILL)
                #expect(try server.program.exitCode() == -SIGKILL)
                let second = try WatchedServer(
                    options: ["--secret-file", try folder.write(secret, to: "same"), "--store", store.path])
                defer { second.program.end() }
                #expect(try tokens.map { try refusal($0.token, second) } == [4_102, 4_102, nil])
            }
            let lines = try RunningProgram.run(["store", "check", store.path]).lines
            #expect(lines.contains("revoked tokens: ok, 2"), "\(lines)")
            let kept = try StoreFileReader(path: store.path).revokedTokens()
            #expect(kept.map(\.id).sorted() == tokens.dropLast().map(\.id).sorted())
            #expect(kept.allSatisfy { $0.expires != nil }, "known since the tokens were refused")
        }

        @Test func theFileOfRevokedTokensIsReadAgain() throws {
            try with(isClosed: true) { server, folder in
                let token = try newToken(folder)
                let ann = try server.raw()
                try ann.join(#""token":"\#(token.token)""#)
                _ = try folder.write("# lost\n\n  \(token.id)\n", to: "revoked")
                server.program.signal(SIGHUP)
                #expect(try ann.end() == 4_102)
                #expect(try refusal(token.token, server) == 4_102)
                _ = try folder.write("", to: "revoked")
                server.program.signal(SIGHUP)
                try server.program.waitForComplaint("revoked tokens", times: 2)
                try eventually("the token to be taken again") { try refusal(token.token, server) == nil }
            }
        }
    }
}
