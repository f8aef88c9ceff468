import Glibc
import Platform
import TestPeers
import Testing

@testable import WebSocketLoop

extension SocketLoopTests {
    /// Peers that read slowly, or not at all.
    @Suite struct Backpressure {
        /// Sends numbered messages until the connection chokes, and returns how many were accepted.
        static func choke(_ loop: LoopThread, _ connection: ConnectionID) -> Int {
            loop.perform { loop in
                var (accepted, isChoked) = (0, false)
                while accepted < 10_000, !isChoked {
                    accepted += 1
                    loop.send(message(accepted), to: [connection]) { _ in isChoked = true }
                }
                return accepted
            }
        }

        /// A server whose messages all take the way of the method, and a peer with little room for what it does not read.
        private static func slowReader(
            _ method: SendMethod
        ) throws -> (server: Server, peer: RawPeer, connection: ConnectionID) {
            let server = try Server(options: .init(sending: method, ringReceivers: 1))
            let peer = try RawPeer.upgraded(port: server.port, receiveBufferBytes: 4_096)
            return (server, peer, try server.recorder.opened())
        }

        static func message(_ number: Int) -> Packet {
            Packet(Array("\(number) ".utf8) + [UInt8](repeating: 120, count: 20_000))
        }

        @Test(arguments: Crowds.methods) func aChokedReaderGetsEverythingOnceItReads(method: SendMethod) throws {
            let (server, peer, connection) = try Self.slowReader(method)
            defer { server.stop() }
            let accepted = Self.choke(server.loop, connection)
            #expect(accepted < 10_000)
            let refused = server.loop.perform { loop in
                (loop.isChoked(connection), loop.send(Self.message(0), to: connection))
            }
            #expect(refused == (true, .choked))
            // A pong asked for now waits its turn behind the message, in one piece.
            try peer.send(.ping, [5])
            for number in 1...accepted {
                var frame = try peer.readFrame()
                if frame.opcode == 10 { frame = try peer.readFrame() }
                #expect(frame.text.hasPrefix("\(number) ") && frame.payload.count > 20_000)
            }
            _ = try server.recorder.wait("writable") { $0.contains(.writable(connection)) ? true : nil }
            let outcome = server.loop.perform { $0.send(Packet([121]), to: connection) }
            #expect(outcome == .sent)
            var frame = try peer.readFrame()
            if frame.opcode == 10 { frame = try peer.readFrame() }
            #expect(frame.text == "y")
        }

        /// The kernel takes megabytes for a peer that has read well so far; they must not fill with old positions.
        @Test(arguments: Crowds.methods) func aReaderThatStopsIsSoonChoked(method: SendMethod) throws {
            let (server, peer, connection) = try Self.slowReader(method)
            defer { server.stop() }
            for _ in 1...500 {
                server.loop.post { loop in
                    loop.send(Packet([UInt8](repeating: 121, count: 1_000)), to: [connection]) { _ in }
                }
                #expect(try peer.readFrame().payload.count == 1_000)
            }
            let accepted = server.loop.perform { loop in
                let small = Packet([UInt8](repeating: 120, count: 60))
                var (accepted, isChoked) = (0, false)
                while accepted < 50_000, !isChoked {
                    loop.send(small, to: [connection]) { _ in isChoked = true }
                    if !isChoked { accepted += 1 }
                }
                return accepted
            }
            #expect(accepted * 62 < 256 << 10, "the peer's room, the bound, and what is under way")
            withExtendedLifetime(peer) {}
        }

        @Test(arguments: Crowds.methods) func closingAChokedReaderIsBounded(method: SendMethod) throws {
            let (server, peer, connection) = try Self.slowReader(method)
            defer { server.stop() }
            _ = Self.choke(server.loop, connection)
            let (start, watch) = (MonotonicClock.milliseconds, Stopwatch())
            server.loop.post { $0.close(connection, code: 4_001, reason: "too slow") }
            #expect(try server.recorder.closed(connection).code == 4_001)
            #expect(MonotonicClock.milliseconds - start >= 900 && watch.milliseconds <= 4_500)
            withExtendedLifetime(peer) {}
        }

        @Test(arguments: Crowds.methods) func aCloseWaitsForAcceptedMessages(method: SendMethod) throws {
            let (server, peer, connection) = try Self.slowReader(method)
            defer { server.stop() }
            let accepted = Self.choke(server.loop, connection)
            server.loop.post { $0.close(connection, code: 4_000, reason: "after you") }
            for number in 1...accepted { #expect(try peer.readFrame().text.hasPrefix("\(number) ")) }
            #expect(try peer.readFrame().closeCode == 4_000)
        }

        @Test(arguments: Crowds.methods) func abortingAChokedReaderIsImmediate(method: SendMethod) throws {
            let (server, peer, connection) = try Self.slowReader(method)
            defer { server.stop() }
            _ = Self.choke(server.loop, connection)
            let watch = Stopwatch()
            server.loop.post { $0.abort(connection) }
            #expect(try server.recorder.closed(connection).code == nil)
            #expect(watch.milliseconds < 4_500)
            withExtendedLifetime(peer) {}
        }

        @Test(arguments: Crowds.methods) func aChokedPeerThatHangsUpItsHalfIsNoticed(method: SendMethod) throws {
            let (server, peer, connection) = try Self.slowReader(method)
            defer { server.stop() }
            _ = Self.choke(server.loop, connection)
            peer.hangUp()
            #expect(try server.recorder.closed(connection).code == nil)
            withExtendedLifetime(peer) {}
        }

        /// Pings fill the kernel's buffer between two messages, so that one of them is stuck when the next message comes.
        @Test func aMessageBehindAStuckPingIsKept() throws {
            let loop = try LoopThread()
            defer { loop.stop() }
            let acceptor = try Acceptor(host: "127.0.0.1", port: 0) { descriptor in
                var bytes: Int32 = 4_096
                setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
                loop.post { $0.adopt(descriptor: descriptor) }
            }
            defer { acceptor.stop() }
            let peer = try RawPeer.upgraded(port: acceptor.port, receiveBufferBytes: 2_048)
            let connection = try loop.recorder.opened()
            let (accepted, isHeld) = loop.perform { loop in
                var accepted = 1
                // The first one finds no frame of the library waiting.
                while loop.send(Packet(Array("\(accepted)".utf8)), to: connection) == .sent {
                    for _ in 0..<200 { loop.ping(connection) }
                    accepted += 1
                }
                return (accepted, loop.isHolding(connection))
            }
            #expect(isHeld)
            let texts = try (1...accepted).map { _ in
                var frame = try peer.readFrame()
                while frame.opcode == 9 { frame = try peer.readFrame() }
                return frame.text
            }
            #expect(texts == (1...accepted).map(String.init))
            _ = try loop.recorder.wait("writable") { $0.contains(.writable(connection)) ? true : nil }
        }

        @Test func readingStopsAndGoesOn() throws {
            let (server, client) = (try Server(), try LoopThread())
            defer { server.stop() }
            defer { client.stop() }
            let (here, there) = try client.connect(to: server)
            client.post { $0.stopReading(here) }
            _ = client.perform { $0.connectionCount }
            let accepted = Self.choke(server.loop, there)
            #expect(accepted > 1 && accepted < 10_000)
            client.post { $0.resumeReading(here) }
            let messages = try client.recorder.received(by: here, count: accepted)
            for (index, message) in messages.enumerated() {
                #expect(message.starts(with: Array("\(index + 1) ".utf8)) && message.count > 20_000)
            }
            _ = try server.recorder.wait("writable") { $0.contains(.writable(there)) ? true : nil }
        }
    }
}
