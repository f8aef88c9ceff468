import Glibc
import TestPeers
import Testing

extension ConformanceTests {
    /// Connection limits of `serve`, by its flags, counted over both loops.
    @Suite struct ConnectionLimitTests {
        private static let join = #"{"type":"join","id":1,"role":"member"}"#

        private static func with(_ words: [String], _ body: (UInt16) throws -> Void) throws {
            let server = try ServedRooms(arguments: ["--loops", "2", "--room", "numbers=threePage:numbers"] + words)
            defer { server.end() }
            try body(server.port)
            #expect(server.isRunning)
        }

        private static func status(_ port: UInt16) throws -> String {
            let peer = try RawPeer(port: port)
            try peer.send(RawPeer.handshake(path: "/rooms/numbers"))
            return try peer.readHead().split(separator: " ").dropFirst().first.map(String.init) ?? ""
        }

        private static func wait(for status: String, _ port: UInt16) throws {
            try eventually("the status \(status)") { try Self.status(port) == status }
        }

        @Test func connectionsOfOneAddress() throws {
            try Self.with(["--max-connections-per-address", "2"]) { port in
                var peers = try (0..<2).map { _ in try RawPeer.upgraded(port: port, path: "/rooms/numbers") }
                for _ in 0..<3 { #expect(try Self.status(port) == "429") }
                peers.removeLast()
                try Self.wait(for: "101", port)
            }
        }

        @Test func connectionsInTotal() throws {
            try Self.with(["--max-connections", "2"]) { port in
                let peers = try (0..<2).map { _ in try RawPeer.upgraded(port: port, path: "/rooms/numbers") }
                #expect(try Self.status(port) == "503")
                withExtendedLifetime(peers) {}
            }
        }

        @Test func newConnectionsPerSecond() throws {
            try Self.with(["--max-connection-rate", "3"]) { port in
                var answers: [String] = []
                try eventually("a refusal", instead: "\(answers)") {
                    answers.append(try Self.status(port))
                    return answers.last == "503"
                }
                #expect(Array(answers.prefix(3)) == ["101", "101", "101"], "\(answers)")
                try Self.wait(for: "101", port)
            }
        }

        /// Silent, half a request, upgraded without a join: all three count as pending; a joined connection does not.
        @Test func connectionsBeforeTheJoin() throws {
            try Self.with(["--max-handshakes", "3"]) { port in
                let silent = try RawPeer(port: port)
                let slow = try RawPeer(port: port)
                try slow.send("GET /rooms/numbers HTTP/1.1\r\nHost")
                let upgraded = try RawPeer.upgraded(port: port, path: "/rooms/numbers")
                #expect(try Self.status(port) == "503")
                let watch = Stopwatch()
                try upgraded.send(.text, Array(Self.join.utf8))
                #expect(try EchoServer.message(from: upgraded).text.contains("welcome"))
                try Self.wait(for: "101", port)
                #expect(watch.milliseconds < 3_000 && !silent.hasNews, "before the timeout of the other two")
                #expect(try silent.readToEnd().isEmpty && slow.readToEnd().isEmpty, "both have a timeout")
                for _ in 0..<2 { try Self.wait(for: "101", port) }
            }
        }
    }
}
