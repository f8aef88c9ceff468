import Glibc
import TestPeers
import Testing

@testable import WebSocketLoop

extension SocketLoopTests {
    /// Limits on connections, checked before any work is done for them.
    @Suite struct Turnstiles {
        static let (one, two) = (PeerAddress(fourthVersion: [10, 0, 0, 1]), PeerAddress(fourthVersion: [10, 0, 0, 2]))

        @Test func nothingIsLimitedByNothing() throws {
            let turnstile = ConnectionLimiter(.init())
            let tickets = try (0..<5_000).map { _ in try turnstile.enter(from: Self.one, atMilliseconds: 0) }
            #expect(turnstile.connections == 5_000 && turnstile.handshakes == 5_000)
            withExtendedLifetime(tickets) {}
        }

        @Test func aPlaceIsFreeWhenItsTicketIsGone() throws {
            let turnstile = ConnectionLimiter(.init(connections: 3, connectionsPerAddress: 2))
            var tickets = try (0..<2).map { _ in try turnstile.enter(from: Self.one, atMilliseconds: 0) }
            #expect(throws: ConnectionLimiter.Refusal.connectionsPerAddress) {
                try turnstile.enter(from: Self.one, atMilliseconds: 0)
            }
            tickets.append(try turnstile.enter(from: Self.two, atMilliseconds: 0))
            #expect(throws: ConnectionLimiter.Refusal.connections) {
                try turnstile.enter(from: Self.two, atMilliseconds: 0)
            }
            tickets.removeFirst()
            tickets.append(try turnstile.enter(from: Self.one, atMilliseconds: 0))
            tickets = []
            #expect(turnstile.connections == 0 && turnstile.handshakes == 0)
            #expect(turnstile.refusals == [.connectionsPerAddress: 1, .connections: 1])
        }

        @Test func whoHasShakenHandsIsNotCountedTwice() throws {
            let turnstile = ConnectionLimiter(.init(handshakes: 1))
            let first = try turnstile.enter(from: Self.one, atMilliseconds: 0)
            #expect(throws: ConnectionLimiter.Refusal.handshakes) {
                try turnstile.enter(from: Self.two, atMilliseconds: 0)
            }
            first.handshakeCompleted()
            first.handshakeCompleted()
            #expect(turnstile.handshakes == 0)
            var second: ConnectionPermit? = try turnstile.enter(from: Self.two, atMilliseconds: 0)
            #expect(second != nil && turnstile.handshakes == 1)
            second = nil
            #expect(turnstile.handshakes == 0 && turnstile.connections == 1)
        }

        @Test func soManyASecondAndASecondsWorthAtOnce() throws {
            let turnstile = ConnectionLimiter(.init(connectionsPerSecond: 10))
            func come(_ count: Int, at now: Int64) -> Int {
                (0..<count).count { _ in (try? turnstile.enter(from: Self.one, atMilliseconds: now)) != nil }
            }
            #expect(come(15, at: 5_000) == 10)
            #expect(come(15, at: 5_050) == 0)
            #expect(come(15, at: 5_100) == 1)
            #expect(come(15, at: 5_600) == 5)
            #expect(come(15, at: 900_000) == 10, "what was not used does not pile up")
            #expect(come(15, at: 899_000) == 0, "a clock that goes back gives nothing")
        }

        @Test func anAddressIsWhatOnePersonHas() throws {
            let network: [UInt8] = [0x20, 1, 0xd, 0xb8, 0, 0, 0, 1]
            #expect(PeerAddress(sixthVersion: network) != PeerAddress(sixthVersion: network.dropLast() + [2]))
            #expect(PeerAddress(sixthVersion: [0, 0, 0, 0, 10, 0, 0, 1]) != Self.one)
            #expect(PeerAddress(fourthVersion: [10, 0, 0, 1]) == Self.one && Self.one != Self.two)
        }

        /// A server with a limiter: a refused client gets an answer over a real socket, even if its request is late.
        @Test(arguments: [
            (ConnectionLimiter.Limits(connectionsPerAddress: 1), "429"),
            (ConnectionLimiter.Limits(connections: 1), "503"),
            (ConnectionLimiter.Limits(handshakes: 1), "503"),
            (ConnectionLimiter.Limits(connectionsPerSecond: 1), "503"),
        ])
        func whoIsRefusedIsTold(limits: ConnectionLimiter.Limits, status: String) throws {
            let loop = try LoopThread()
            defer { loop.stop() }
            let turnstile = ConnectionLimiter(limits)
            let acceptor = try Acceptor(host: "127.0.0.1", port: 0, turnstile: turnstile, isSecure: false) {
                descriptor, ticket in
                loop.post { $0.adopt(descriptor: descriptor, ticket: ticket) }
            }
            defer { acceptor.stop() }
            let kept = try RawPeer.upgraded(port: acceptor.port)
            for _ in 0..<3 {
                let refused = try RawPeer(port: acceptor.port)
                try refused.send(RawPeer.handshake())
                let head = try refused.readHead()
                #expect(head.hasPrefix("HTTP/1.1 \(status) ") && head.contains("Retry-After: 1\r\n"), "\(head)")
                #expect(try refused.readToEnd().isEmpty == false, "a sentence")
                // A client that continues to send gets no reset. A reset could discard the answer.
                for _ in 0..<2 {
                    try refused.send("more")
                    usleep(20_000)
                }
            }
            #expect(turnstile.refusals.values.reduce(0, +) == 3)
            guard limits.connectionsPerSecond == 0 else { return }
            let connection = try loop.recorder.opened()
            if limits.handshakes > 0 {
                loop.perform { $0.handshakeCompleted(connection) }
            } else {
                try kept.send(.close, [3, 232])
                _ = try kept.readToEnd()
                try Connecting.wait { turnstile.connections == 0 }
            }
            withExtendedLifetime(try RawPeer.upgraded(port: acceptor.port)) {}
            withExtendedLifetime(kept) {}
        }

        /// A client that leaves before its handshake is done gives its place back. A client that finds the loop stopped
        /// does so, too.
        @Test func everyPlaceComesBack() throws {
            let loop = try LoopThread(options: .init(maximumConnections: 4, handshakeTimeoutSeconds: 1))
            let turnstile = ConnectionLimiter(.init(connections: 100))
            let acceptor = try Acceptor(host: "127.0.0.1", port: 0, turnstile: turnstile, isSecure: false) {
                descriptor, ticket in
                loop.post { $0.adopt(descriptor: descriptor, ticket: ticket) }
            }
            let peers = try (0..<8).map { _ in try RawPeer(port: acceptor.port) }
            try peers[0].send(RawPeer.handshake())
            peers[1].hangUp()
            try peers[2].send("\r\n\r\n")
            for peer in peers.dropFirst() { #expect(try peer.readToEnd() == []) }
            try Connecting.wait { turnstile.connections == 1 }
            acceptor.stop()
            loop.stop()
            #expect(turnstile.connections == 0 && turnstile.handshakes == 0)
        }
    }
}
