import Foundation
import Glibc
import TestPeers
import TestSupport
import Testing

extension EndToEnd {
    /// The nginx example of docs/operations.md, with nginx itself.
    @Suite(.enabled(if: Nginx.program != nil, "nginx is not installed"))
    struct NginxTests {
        /// The block in the document, with ports of this test in place of its own.
        private static func example(listen: UInt16, server: UInt16) throws -> String {
            let page = try String(contentsOf: Repository.file("docs/operations.md"), encoding: .utf8)
            let block = try #require(page.components(separatedBy: "```nginx\n").dropFirst().first)
            let text = try #require(block.components(separatedBy: "```").first)
            #expect(text.contains("listen 80;") && text.contains("127.0.0.1:7420"))
            return text.replacing("listen 80;", with: "listen 127.0.0.1:\(listen);")
                .replacing("127.0.0.1:7420", with: "127.0.0.1:\(server)")
        }

        /// Whether nginx itself answers at this port, and no other program.
        private static func answers(at port: UInt16) -> Bool {
            guard let peer = try? RawPeer(port: port), let _ = try? peer.send("GET /readyz HTTP/1.0\r\n\r\n"),
                let head = try? peer.readHead()
            else { return false }
            return head.contains("\r\nServer: nginx/")
        }

        /// nginx in front of a server, for the time of `play`.
        private static func with(_ options: [String], _ play: (UInt16, RunningProgram) throws -> Void) throws {
            let words = ["serve", "--listen", "127.0.0.1:0", "--room", EndToEndFixture.numbers, "-v"]
            let server = try RunningProgram(arguments: words + options)
            defer { server.end() }
            let port = try #require(try server.nextLine().split(separator: ":").last.flatMap { UInt16($0) })
            let folder = try ScratchFolder()
            let listen = try Loopback.freePort()
            let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
                .map { "\($0)_temp_path \(folder.path($0));" }
            let configuration = try folder.write(
                """
                daemon off; pid \(folder.path("pid")); error_log stderr; worker_processes 1;
                events {}
                http { access_log off; keepalive_timeout 0; \(paths.joined(separator: " "))
                \(example(listen: listen, server: port)) }
                """, to: "nginx.conf")
            let nginx = try RunningProgram(
                #require(Nginx.program), arguments: ["-p", folder.path(""), "-c", configuration, "-e", "stderr"])
            defer { nginx.end() }
            try eventually("nginx", instead: nginx.complaints) { !nginx.isRunning || answers(at: listen) }
            try #require(nginx.isRunning, "\(nginx.complaints)")
            try play(listen, server)
        }

        @Test func clientsBehindNginxKeepTheirAddresses() throws {
            try Self.with(["--trusted-proxy", "127.0.0.1", "--max-connections-per-address", "2"]) { port, server in
                func client(_ last: UInt8, _ headers: [String] = []) throws -> RawClient {
                    try RawClient(port: port, path: "/rooms/numbers", from: [127, 0, 0, last], headers: headers)
                }
                let two = try (0..<2).map { _ in try client(21) }
                #expect(two.map(\.status) == [101, 101])
                for client in two { try client.join() }
                #expect(try client(21).status == 429)
                #expect(try client(21, ["X-Forwarded-For: 127.0.0.99"]).status == 429, "its own words do not count")
                let other = try client(22)
                #expect(try other.join(#""role":"presenter""#).text("role") == "member", "it has no key")
                other.send(#"{"type":"jump","id":2,"page":3,"animated":false}"#)
                #expect(try other.next("ack").number("id") == 2, "messages pass both ways")
                try server.waitForComplaint("from=127.0.0.21")
                try server.waitForComplaint("from=127.0.0.22")
                let ready = try RawClient(port: port, path: "/readyz", subprotocol: nil, upgrade: false)
                #expect(ready.status == 200)
                withExtendedLifetime(two) {}
            }
        }

        /// The page for browsers through nginx: its origin is nginx's, so it connects with `--origin` only.
        @Test func aPageBehindNginxNeedsItsOrigin() throws {
            func status(_ port: UInt16, origin: String) throws -> Int {
                try RawClient(port: port, path: "/rooms/numbers", headers: ["Origin: \(origin)"]).status
            }
            try Self.with(["--web", "--trusted-proxy", "127.0.0.1"]) { port, _ in
                let refused = try status(port, origin: "http://127.0.0.1:\(port)")
                #expect(refused == 403, "nginx passes the host without port")
            }
            try Self.with([
                "--web", "--trusted-proxy", "127.0.0.1", "--origin", "https://talk.example",
            ]) { port, _ in
                let statuses = try ["https://talk.example", "https://evil.example"].map { try status(port, origin: $0) }
                #expect(statuses == [101, 403])
                let peer = try RawPeer(port: port)
                try peer.send("GET /numbers HTTP/1.0\r\nHost: talk.example\r\n\r\n")
                let head = try peer.readHead()
                #expect(head.contains(" 200 OK") && head.contains("Content-Security-Policy: default-src 'none'"))
            }
        }

        @Test func nobodyBehindAnUndeclaredNginxPresents() throws {
            try Self.with([]) { port, _ in
                let client = try RawClient(port: port, path: "/rooms/numbers")
                #expect(try client.join(#""role":"presenter""#).text("role") == "member")
            }
        }
    }
}

private enum Nginx {
    static let program = ["/usr/sbin/nginx", "/usr/bin/nginx"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }.map { URL(fileURLWithPath: $0) }
}
