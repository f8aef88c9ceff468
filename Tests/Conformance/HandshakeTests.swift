import Glibc
import TestPeers
import Testing

extension ConformanceTests {
    /// Handshakes, and peers that do not complete one.
    @Suite struct HandshakeTests {
        /// A request with one header changed; nil leaves it out.
        private static func request(
            line: String = "GET /rooms/numbers HTTP/1.1", _ name: String = "", _ value: String? = nil,
            extra: String = ""
        ) -> String {
            let headers = [
                ("Host", "localhost"), ("Upgrade", "websocket"), ("Connection", "Upgrade"),
                ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="), ("Sec-WebSocket-Version", "13"),
                ("Sec-WebSocket-Protocol", "riffle.v1"),
            ]
            let lines = headers.compactMap { header -> String? in
                if header.0 == name { return value.map { "\(name): \($0)\r\n" } }
                return "\(header.0): \(header.1)\r\n"
            }
            return "\(line)\r\n" + lines.joined() + extra + "\r\n"
        }

        /// The status of the answer, 0 when TCP ends without one.
        private static func status(_ server: EchoServer, _ request: String) throws -> Int {
            let peer = try RawPeer(port: server.server.port)
            try? peer.send(request)
            guard let head = try? peer.readHead() else { return 0 }
            return Int(head.split(separator: " ").dropFirst().first ?? "") ?? -1
        }

        @Test func wrongRequestsGetAStatus() throws {
            let table: [(String, Int)] = [
                (Self.request(), 101),
                (Self.request("Upgrade", "WebSocket"), 101),
                (Self.request("Connection", "keep-alive, Upgrade"), 101),
                (Self.request("Connection", "keep-alive, no-upgrade"), 400),
                (Self.request("Sec-WebSocket-Protocol", "other, riffle.v1"), 101),
                (Self.request(extra: "Sec-WebSocket-Extensions: permessage-deflate\r\n"), 101),
                (Self.request(extra: "Origin: http://example.org\r\n"), 403),
                (Self.request(extra: "Origin:\r\n"), 403),
                (Self.request(extra: "Origin: \r\n"), 403),
                (Self.request(line: "PROXY TCP4 1.2.3.4 1.2.3.4 1 2\r\nGET /rooms/numbers HTTP/1.1"), 400),
                (Self.request(line: "PROXY UNKNOWN\r\nGET /rooms/numbers HTTP/1.1"), 400),
                (Self.request("Sec-WebSocket-Protocol", "riffle.v2"), 400),
                (Self.request("Sec-WebSocket-Protocol"), 400),
                (Self.request("Sec-WebSocket-Version", "8"), 426),
                (Self.request("Sec-WebSocket-Version", "14"), 426),
                (Self.request("Sec-WebSocket-Version"), 426),
                (Self.request("Sec-WebSocket-Key"), 400),
                (Self.request("Host"), 400),
                (Self.request("Upgrade", "h2c"), 400),
                (Self.request("Connection", "close"), 400),
                (Self.request(line: "POST /rooms/numbers HTTP/1.1"), 405),
                (Self.request(line: "GET /nowhere HTTP/1.1"), 404),
                (Self.request(line: "GET /rooms/../etc HTTP/1.1"), 404),
                (Self.request(line: "GET /echo/more HTTP/1.1"), 404),
            ]
            try EchoServer.with { server in
                for (request, status) in table {
                    let answer = try Self.status(server, request)
                    #expect(answer == status, "\(request)")
                }
            }
        }

        @Test func theEchoNeedsAFlag() throws {
            let server = try ServedRooms(arguments: ["--loops", "1", "--room", "numbers=threePage:numbers"])
            defer { server.end() }
            let status = try Self.status(EchoServer(server: server), Self.request(line: "GET /echo HTTP/1.1"))
            #expect(status == 404)
            let peer = try RawPeer.upgraded(port: server.port, path: "/rooms/numbers")
            try peer.send(RawPeer.frame(2, [65]))
            #expect(try peer.readFrame().closeCode == 1_003, "rooms take no binary")
        }

        /// Garbage gets no WebSocket, and the server soon closes TCP.
        @Test func garbageIsDropped() throws {
            let garbage = [
                "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}", "\r\n\r\n", "GET\r\n\r\n", "hello\r\n\r\n", "\u{0}\u{0}\u{0}\u{0}",
                Self.request(line: "GET /" + String(repeating: "x", count: 20_000) + " HTTP/1.1"),
                Self.request(extra: "X-Large: " + String(repeating: "x", count: 20_000) + "\r\n"),
                Self.request(extra: String(repeating: "X-Many: x\r\n", count: 2_000)),
                String(repeating: "A", count: 100_000),
            ]
            try EchoServer.with { server in
                let watch = Stopwatch()
                let peers = try garbage.map { bytes in
                    let peer = try RawPeer(port: server.server.port)
                    try? peer.send(bytes)
                    return peer
                }
                for (bytes, peer) in zip(garbage, peers) {
                    let answer = String(decoding: try peer.readToEnd(), as: UTF8.self)
                    #expect(!answer.contains("101"), "\(bytes.prefix(40)): \(answer)")
                }
                #expect(watch.milliseconds <= 6_000)
                server.check([FrameCase("the next one", Frames.text("a"), answers: [Frames.echo("a")])])
            }
        }

        /// Peers that keep a connection open without progress: silent, slow, half closed, before upgrade and join.
        @Test func slowHandshakesAreDropped() throws {
            try EchoServer.with { server in
                let port = server.server.port
                let watch = Stopwatch()
                let silent = try RawPeer(port: port)
                let slow = try RawPeer(port: port)
                let halfOpen = try RawPeer(port: port)
                try halfOpen.send("GET /rooms/numbers HTTP/1.1\r\nHost")
                halfOpen.hangUp()
                let speechless = try RawPeer.upgraded(port: port, path: "/rooms/numbers")
                let slowFrame = try RawPeer.upgraded(port: port, path: "/rooms/numbers")
                try slowFrame.send(Array(RawPeer.frame(1, Array(#"{"type":"join","id":1}"#.utf8)).dropLast(5)))
                let halfClosed = try RawPeer.upgraded(port: port, path: "/rooms/numbers")
                halfClosed.hangUp()
                #expect(try halfOpen.readToEnd().isEmpty && halfClosed.readToEnd().isEmpty)
                #expect(watch.milliseconds < 3_000, "a half-closed connection is closed at once")
                // Slow header bytes do not extend the timeout.
                for byte in Self.request().utf8.prefix(20) where watch.milliseconds < 6_000 {
                    guard (try? slow.send([byte])) != nil else { break }
                    var second = timespec(tv_sec: 0, tv_nsec: 400_000_000)
                    nanosleep(&second, nil)
                }
                #expect(try silent.readToEnd().isEmpty && slow.readToEnd().isEmpty)
                for peer in [speechless, slowFrame] {
                    var frame = try peer.readFrame()
                    // The moment of the first ping depends on the connection; it may be before the timeout.
                    if frame.opcode == 9 { frame = try peer.readFrame() }
                    #expect(frame.closeCode == 4_002, "no join in time: \(frame)")
                }
                #expect(watch.milliseconds <= 8_000)
            }
        }

        /// A frame in the same packet as the request is accepted.
        @Test func framesMayFollowTheRequestAtOnce() throws {
            try EchoServer.with { server in
                let peer = try RawPeer(port: server.server.port)
                try peer.send(Array(Self.request(line: "GET /echo HTTP/1.1").utf8) + Frames.text("early"))
                #expect(try peer.readHead().hasPrefix("HTTP/1.1 101"))
                #expect(try EchoServer.message(from: peer) == Frames.echo("early"))
            }
        }
    }
}
