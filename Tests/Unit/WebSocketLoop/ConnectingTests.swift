import Foundation
import Glibc
import TestPeers
import Testing

@testable import WebSocketLoop

extension SocketLoopTests {
    /// Connections that open, fail or are refused.
    @Suite struct Connecting {
        @Test func loopsTakeTurns() throws {
            let server = try Server(loops: 2)
            defer { server.stop() }
            let peers = try (0..<40).map { _ in try RawPeer.upgraded(port: server.port) }
            for loop in server.loops {
                _ = try loop.recorder.opened(skip: 19)
                let count = loop.perform { $0.connectionCount }
                #expect(count == 20)
            }
            withExtendedLifetime(peers) {}
        }

        /// Of the addresses that a name may have, only one listens.
        @Test func findsItsServerByName() throws {
            try expectEcho(listening: "127.0.0.1", named: "localhost")
        }

        @Test(.enabled(if: Loopback.hasIPv6, "this machine has no IPv6")) func findsItsServerByAnIPv6Address() throws {
            try expectEcho(listening: "::1", named: "::1")
        }

        private func expectEcho(listening: String, named: String) throws {
            let loop = try LoopThread(.init(isEchoing: true))
            defer { loop.stop() }
            let acceptor = try Acceptor(host: listening, port: 0) { descriptor in
                loop.post { $0.adopt(descriptor: descriptor) }
            }
            defer { acceptor.stop() }
            let endpoint = Endpoint(host: named, port: acceptor.port, path: "/rooms/x")
            let connection = loop.perform { $0.connect(endpoint) }
            _ = try loop.recorder.opened(skip: 1)
            let outcome = loop.perform { $0.send(Packet([104, 105]), to: connection) }
            #expect(outcome == .sent)
            // Both ends echo, so it goes on and on.
            #expect(try loop.recorder.received(by: connection, count: 1).first == [104, 105])
            loop.post { $0.abort(connection) }
            _ = try loop.recorder.closed(connection)
        }

        @Test func refusedAndClosedPortsAreReported() throws {
            let client = try LoopThread()
            defer { client.stop() }
            let server = try Server(.init(upgrade: { _ in .refuse(status: 503, reason: "draining") }))
            let endpoint = server.endpoint()
            let refused = client.perform { $0.connect(endpoint) }
            let reason = try Self.failure(of: refused, in: client)
            #expect(reason.contains("503"))
            server.stop()
            let unheard = client.perform { $0.connect(endpoint) }
            #expect(try !Self.failure(of: unheard, in: client).isEmpty)
            let unknown = client.perform { $0.connect(Endpoint(host: "no-such-host.invalid", port: 1, path: "/")) }
            #expect(try !Self.failure(of: unknown, in: client).isEmpty)
            let count = client.perform { $0.connectionCount }
            #expect(count == 0)
        }

        /// Seven seconds are longer than the library waits by itself.
        @Test(arguments: [1, 7]) func aServerThatSaysNothingTimesOut(seconds: Int) throws {
            let client = try LoopThread(options: .init(handshakeTimeoutSeconds: seconds))
            defer { client.stop() }
            let acceptor = try Acceptor(host: "127.0.0.1", port: 0) { _ in }
            defer { acceptor.stop() }
            let port = acceptor.port
            let connection = client.perform { $0.connect(Endpoint(host: "127.0.0.1", port: port, path: "/")) }
            #expect(try Self.failure(of: connection, in: client).contains("no handshake within \(seconds) s"))
            let abandoned = client.perform { loop in
                let connection = loop.connect(Endpoint(host: "127.0.0.1", port: port, path: "/"))
                loop.close(connection, code: 1_000, reason: "")
                return connection
            }
            #expect(try Self.failure(of: abandoned, in: client).contains("closed before"))
        }

        static func failure(of connection: ConnectionID, in client: LoopThread) throws -> String {
            try client.recorder.wait("failure") { events in
                for case .failed(connection, let reason) in events { return reason }
                return nil
            }
        }

        @Test func aFullLoopRefusesSockets() throws {
            let server = try Server(options: .init(maximumConnections: 2))
            defer { server.stop() }
            let kept = try (0..<2).map { _ in try RawPeer.upgraded(port: server.port) }
            let extra = try RawPeer(port: server.port)
            #expect(try extra.readToEnd() == [])
            withExtendedLifetime(kept) {}
        }

        @Test func aTakenPortIsAnError() throws {
            let acceptor = try Acceptor(host: "127.0.0.1", port: 0) { _ in }
            let port = acceptor.port
            #expect(throws: SocketLoopError.self) { try Acceptor(host: "127.0.0.1", port: port) { _ in } }
            #expect(throws: SocketLoopError.self) { try Acceptor(host: "no-such-host.invalid", port: 0) { _ in } }
            acceptor.stop()
            acceptor.stop()
            try Acceptor(host: "127.0.0.1", port: port) { _ in }.stop()
        }

        /// In a process of its own, because other suites of this one open descriptors meanwhile.
        @Test func fiveHundredConnectionsLeaveNothingBehind() async {
            await #expect(processExitsWith: .success) {
                // The runtime and libdispatch open theirs for the first of them.
                try Connecting.openAndClose(connections: 2)
                let before = Connecting.descriptorCount
                try Connecting.openAndClose(connections: 500)
                try Connecting.wait { Connecting.descriptorCount <= before }
            }
        }

        /// Opens connections by fifty at most, aborts half of them and closes the others.
        private static func openAndClose(connections: Int) throws {
            let server = try Server()
            let client = try LoopThread()
            let endpoint = server.endpoint()
            var count = 0
            while count < connections {
                let more = min(50, connections - count)
                let here = client.perform { loop in (0..<more).map { _ in loop.connect(endpoint) } }
                count += more
                _ = try client.recorder.opened(skip: count - 1)
                client.post { loop in
                    for (index, connection) in here.enumerated() {
                        if index.isMultiple(of: 2) {
                            loop.abort(connection)
                        } else {
                            loop.close(connection, code: 1_000, reason: "")
                        }
                    }
                }
                for connection in here { _ = try client.recorder.closed(connection) }
            }
            try wait { server.loop.perform { $0.connectionCount } == 0 }
            client.stop()
            server.stop()
        }

        static func wait(until isDone: () -> Bool) throws { try eventually("the expected state", isDone) }

        static var descriptorCount: Int {
            (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? -1
        }
    }
}
