import Dispatch
import Platform
import TestPeers
import Testing

@testable import WebSocketLoop

extension SocketLoopTests {
    /// Before a connection is a WebSocket: plain requests, refused upgrades and noise.
    @Suite struct HTTP {
        @Test(arguments: [
            ("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", 200, "ok\n"),
            ("GET /healthz?deep=1 HTTP/1.1\r\nHost: a\r\n\r\n", 200, "ok\n"),
            ("GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n", 404, "not found\n"),
            ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", 404, "not found\n"),
            ("POST /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", 405, "method not allowed\n"),
            ("PUT /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", 405, "method not allowed\n"),
        ])
        func answers(request: String, status: Int, body: String) throws {
            let server = try Server()
            defer { server.stop() }
            let peer = try RawPeer(port: server.port)
            try peer.send(request)
            let head = try peer.readHead()
            #expect(head.hasPrefix("HTTP/1.1 \(status) "))
            #expect(head.contains("Content-Length: \(body.utf8.count)\r\n"))
            #expect(String(decoding: try peer.readToEnd(), as: UTF8.self) == body)
            #expect(server.recorder.all.allSatisfy { $0 == .woken })
        }

        @Test func aLargeAnswerArrivesWhole() throws {
            let server = try Server()
            defer { server.stop() }
            let peer = try RawPeer(port: server.port, receiveBufferBytes: 4_096)
            try peer.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try peer.readHead().contains("Content-Length: 5000000\r\n"))
            #expect(try peer.readToEnd().count == 5_000_000)
        }

        @Test(arguments: [
            (RawPeer.handshake(subprotocol: nil), 400),
            (RawPeer.handshake(subprotocol: "riffle.v2"), 400),
            (RawPeer.handshake(subprotocol: String(repeating: "long,", count: 60) + "riffle.v1"), 400),
            (RawPeer.handshake().replacing("Version: 13", with: "Version: 8"), 426),
            (RawPeer.handshake().replacing("Sec-WebSocket-Key", with: "X-Key"), 400),
            (RawPeer.handshake().replacing("Upgrade: websocket", with: "Upgrade: h2c"), 400),
        ])
        func refusesUpgrades(request: String, status: Int) throws {
            let server = try Server()
            defer { server.stop() }
            let peer = try RawPeer(port: server.port)
            try peer.send(request)
            #expect(try peer.readHead().hasPrefix("HTTP/1.1 \(status) "))
            _ = try peer.readToEnd()
        }

        @Test func theOwnerDecides() throws {
            let seen = Box<UpgradeRequest>()
            let server = try Server(
                .init(upgrade: { request in
                    seen.value = request
                    return .refuse(status: 404, reason: "no such room")
                }))
            defer { server.stop() }
            let peer = try RawPeer(port: server.port)
            try peer.send(
                RawPeer.handshake(
                    path: "/rooms/a%20b?token=x&y=1", subprotocol: "other, riffle.v1", extra: "Origin: http://o\r\n"))
            #expect(try peer.readHead().hasPrefix("HTTP/1.1 404 Not Found"))
            #expect(String(decoding: try peer.readToEnd(), as: UTF8.self) == "no such room\n")
            #expect(
                seen.value
                    == UpgradeRequest(
                        path: "/rooms/a b", query: "token=x&y=1", origin: "http://o", host: "localhost",
                        subprotocols: ["other", "riffle.v1"], offersSubprotocol: true, remoteAddress: "127.0.0.1"))
            #expect(server.recorder.all.allSatisfy { $0 == .woken })
        }

        @Test func namesTheSubprotocolItChose() throws {
            let server = try Server()
            defer { server.stop() }
            let peer = try RawPeer(port: server.port)
            let extensions = "Sec-WebSocket-Extensions: permessage-deflate\r\n"
            try peer.send(RawPeer.handshake(subprotocol: "x, riffle.v1", extra: extensions))
            let head = try peer.readHead()
            #expect(head.contains("Sec-WebSocket-Protocol: riffle.v1\r\n"))
            #expect(!head.contains("permessage-deflate"), "compression would still read a shared packet later")
        }

        @Test(arguments: [
            "\u{16}\u{3}\u{1} this is no HTTP\r\n\r\n", "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\nabc",
            "\r\n\r\n\r\n\r\n",
            RawPeer.handshake(extra: "X-Large: " + String(repeating: "x", count: 20_000) + "\r\n"),
            RawPeer.handshake(path: "/" + String(repeating: "x", count: 20_000)),
        ])
        func dropsNoise(bytes: String) throws {
            let server = try Server(options: .init(handshakeTimeoutSeconds: 1))
            defer { server.stop() }
            let peer = try RawPeer(port: server.port)
            try? peer.send(bytes)
            let answer = String(decoding: try peer.readToEnd(), as: UTF8.self)
            #expect(!answer.hasPrefix("HTTP/1.1 101"))
            let connectionCount = server.loop.perform { $0.connectionCount }
            #expect(connectionCount == 0)
        }

        @Test func theLibrarysWarningsReachTheSink() throws {
            let heard = DispatchSemaphore(value: 0)
            LibraryLog.setSink { line in if line.contains("URI") { heard.signal() } }
            defer { LibraryLog.setSink(nil) }
            let server = try Server()
            defer { server.stop() }
            let peer = try RawPeer(port: server.port)
            try peer.send("\r\n\r\n")
            #expect(try peer.readToEnd() == [])
            #expect(heard.wait(timeout: .now() + WaitLimit.seconds) == .success)
        }

        @Test func dropsSlowHandshakes() throws {
            let server = try Server(options: .init(handshakeTimeoutSeconds: 1))
            defer { server.stop() }
            let (start, watch) = (MonotonicClock.milliseconds, Stopwatch())
            let silent = try RawPeer(port: server.port)
            let dripping = try RawPeer(port: server.port)
            try dripping.send("GET / HTTP/1.1\r\nHost: ")
            let patient = try RawPeer.upgraded(port: server.port)
            #expect(try silent.readToEnd() == [])
            #expect(try dripping.readToEnd() == [])
            #expect(MonotonicClock.milliseconds - start >= 950 && watch.milliseconds <= 4_500)
            try patient.send(.ping, [1])
            #expect(try patient.readFrame().opcode == 10)
        }
    }
}
