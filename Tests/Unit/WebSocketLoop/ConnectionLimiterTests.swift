import Glibc
import TestPeers
import Testing

@testable import WebSocketLoop

extension SocketLoopTests {
    /// Limits on connections, checked before any work is done for them.
    @Suite struct Limiters {
        static let (one, two) = (PeerAddress(fourthVersion: [10, 0, 0, 1]), PeerAddress(fourthVersion: [10, 0, 0, 2]))

        @Test func limitsOfZeroAllowEverything() throws {
            let limiter = ConnectionLimiter(.init())
            let permits = try (0..<5_000).map { _ in try limiter.acquire(from: Self.one, atMilliseconds: 0) }
            #expect(limiter.connections == 5_000 && limiter.handshakes == 5_000)
            withExtendedLifetime(permits) {}
        }

        @Test func aReleasedPermitMakesRoom() throws {
            let limiter = ConnectionLimiter(.init(connections: 3, connectionsPerAddress: 2))
            var permits = try (0..<2).map { _ in try limiter.acquire(from: Self.one, atMilliseconds: 0) }
            #expect(throws: ConnectionLimiter.Refusal.connectionsPerAddress) {
                try limiter.acquire(from: Self.one, atMilliseconds: 0)
            }
            permits.append(try limiter.acquire(from: Self.two, atMilliseconds: 0))
            #expect(throws: ConnectionLimiter.Refusal.connections) {
                try limiter.acquire(from: Self.two, atMilliseconds: 0)
            }
            permits.removeFirst()
            permits.append(try limiter.acquire(from: Self.one, atMilliseconds: 0))
            permits = []
            #expect(limiter.connections == 0 && limiter.handshakes == 0)
            #expect(limiter.refusals == [.connectionsPerAddress: 1, .connections: 1])
        }

        @Test func aCompletedHandshakeCountsAsAConnectionOnly() throws {
            let limiter = ConnectionLimiter(.init(handshakes: 1))
            let first = try limiter.acquire(from: Self.one, atMilliseconds: 0)
            #expect(throws: ConnectionLimiter.Refusal.handshakes) {
                try limiter.acquire(from: Self.two, atMilliseconds: 0)
            }
            first.handshakeCompleted()
            first.handshakeCompleted()
            #expect(limiter.handshakes == 0)
            var second: ConnectionPermit? = try limiter.acquire(from: Self.two, atMilliseconds: 0)
            #expect(second != nil && limiter.handshakes == 1)
            second = nil
            #expect(limiter.handshakes == 0 && limiter.connections == 1)
        }

        @Test func theRateAllowsOneSecondsWorthAtOnce() throws {
            let limiter = ConnectionLimiter(.init(connectionsPerSecond: 10))
            func connect(_ count: Int, at now: Int64) -> Int {
                (0..<count).count { _ in (try? limiter.acquire(from: Self.one, atMilliseconds: now)) != nil }
            }
            #expect(connect(15, at: 5_000) == 10)
            #expect(connect(15, at: 5_050) == 0)
            #expect(connect(15, at: 5_100) == 1)
            #expect(connect(15, at: 5_600) == 5)
            #expect(connect(15, at: 900_000) == 10, "unused connections do not accumulate")
            #expect(connect(15, at: 899_000) == 0, "a clock that goes back gives nothing")
        }

        /// Ten addresses take their shares and the common part, together at most a tenth of all handshakes.
        @Test func fewAddressesLeaveNineTenthsOfTheHandshakes() throws {
            let limiter = ConnectionLimiter(.init(handshakes: 4_000))
            var permits: [ConnectionPermit] = []
            for host in 0..<10 {
                let address = PeerAddress(fourthVersion: [10, 0, 1, UInt8(host)])
                while let permit = try? limiter.acquire(from: address, atMilliseconds: 0) { permits.append(permit) }
            }
            #expect(permits.count == 400)
            #expect(limiter.refusals == [.handshakesPerAddress: 10])
            let newcomers = try (0..<180).map { host in
                try (0..<20).map { _ in
                    try limiter.acquire(from: PeerAddress(fourthVersion: [10, 0, 2, UInt8(host)]), atMilliseconds: 0)
                }
            }
            #expect(newcomers.count == 180 && limiter.handshakes == 4_000)
            permits.forEach { $0.handshakeCompleted() }
            let crowd = try (0..<200).map { _ in try limiter.acquire(from: Self.one, atMilliseconds: 0) }
            #expect(crowd.count == 200, "an audience behind one address uses the common part")
        }

        @Test func oneAddressLeavesTheRateToOthers() throws {
            let limiter = ConnectionLimiter(.init(connectionsPerSecond: 1_000))
            func connect(_ count: Int, from address: PeerAddress, at now: Int64) -> Int {
                (0..<count).count { _ in (try? limiter.acquire(from: address, atMilliseconds: now)) != nil }
            }
            #expect(connect(6_000, from: Self.one, at: 0) == 255)
            #expect(limiter.refusals == [.connectionsPerSecondPerAddress: 5_745])
            #expect(connect(5, from: Self.two, at: 0) == 5)
            #expect(connect(6_000, from: Self.one, at: 1_000) == 255)
        }

        @Test func theSharesOfIPv6AreThoseOfNetworks() throws {
            let limiter = ConnectionLimiter(.init(handshakes: 200))
            func address(_ text: String) throws -> PeerAddress { PeerAddress(try #require(IPAddress(text))) }
            var permits: [ConnectionPermit] = []
            for host in 1...40 {
                let address = try address("2001:db8:0:1::\(host)")
                if let permit = try? limiter.acquire(from: address, atMilliseconds: 0) { permits.append(permit) }
            }
            #expect(permits.count == 11)
            permits.append(try limiter.acquire(from: address("2001:db8:0:2::1"), atMilliseconds: 0))
        }

        @Test func addressesWithoutConnectionsAreForgotten() throws {
            let limiter = ConnectionLimiter(.init(connectionsPerSecond: 1_000))
            for host in 0..<200 {
                _ = try limiter.acquire(from: PeerAddress(fourthVersion: [10, 1, 0, UInt8(host)]), atMilliseconds: 0)
            }
            #expect(limiter.addressCount == 200)
            _ = try limiter.acquire(from: Self.one, atMilliseconds: 2_000)
            #expect(limiter.addressCount == 1)
        }

        /// A proxy's connections count to their clients from the request on.
        @Test func aConnectionOfAProxyCountsToItsClient() throws {
            let limiter = ConnectionLimiter(.init(connectionsPerAddress: 1))
            let permits = try (0..<3).map { _ in try limiter.acquire(from: nil, atMilliseconds: 0) }
            try permits[0].attribute(to: Self.one, atMilliseconds: 0)
            try permits[1].attribute(to: Self.two, atMilliseconds: 0)
            #expect(throws: ConnectionLimiter.Refusal.connectionsPerAddress) {
                try permits[2].attribute(to: Self.one, atMilliseconds: 0)
            }
            #expect(limiter.connections == 3)
        }

        /// A proxy's client that is beyond its share takes nothing of the rate of the proxy's other clients.
        @Test func oneClientOfAProxyLeavesTheRateToOthers() throws {
            let limiter = ConnectionLimiter(.init(connectionsPerSecond: 1_000))
            func connect(_ count: Int, from address: PeerAddress) throws -> Int {
                try (0..<count).count { _ in
                    let permit = try limiter.acquire(from: nil, atMilliseconds: 0)
                    return (try? permit.attribute(to: address, atMilliseconds: 0)) != nil
                }
            }
            #expect(try connect(6_000, from: Self.one) == 255)
            for host in 0..<149 {
                #expect(try connect(5, from: PeerAddress(fourthVersion: [10, 0, 2, UInt8(host)])) == 5)
            }
            #expect(try connect(1, from: Self.two) == 0, "the rate of all")
            #expect(limiter.refusals == [.connectionsPerSecondPerAddress: 5_745, .connectionsPerSecond: 1])
        }

        /// Ten addresses that never finish their handshake, over real sockets: all newcomers get in.
        @Test func newcomersGetInBesideAddressesThatNeverJoin() throws {
            let loop = try LoopThread(options: .init(handshakeTimeoutSeconds: 60))
            defer { loop.stop() }
            let limiter = ConnectionLimiter(.init(connectionsPerAddress: 300, handshakes: 200))
            let acceptor = try Acceptor(host: "127.0.0.1", port: 0, limiter: limiter, isSecure: false) {
                descriptor, permit in
                loop.post { $0.adopt(descriptor: descriptor, permit: permit) }
            }
            defer { acceptor.stop() }
            func upgrade(from host: [UInt8]) throws -> (peer: RawPeer, isIn: Bool) {
                let peer = try RawPeer(port: acceptor.port, from: host)
                try peer.send(RawPeer.handshake())
                return (peer, try peer.readHead().hasPrefix("HTTP/1.1 101"))
            }
            let attackers = try (0..<300).map { try upgrade(from: [127, 0, 1, UInt8($0 % 10 + 1)]) }
            #expect(attackers.count(where: \.isIn) == 20)
            let newcomers = try (0..<52).map { try upgrade(from: [127, 0, 2, UInt8($0 + 1)]) }
            #expect(newcomers.count(where: \.isIn) == 52)
            withExtendedLifetime(attackers) {}
        }

        @Test func anAddressIsIPv4OrHalfOfIPv6() throws {
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
        func aRefusedClientGetsAnAnswer(limits: ConnectionLimiter.Limits, status: String) throws {
            let loop = try LoopThread()
            defer { loop.stop() }
            let limiter = ConnectionLimiter(limits)
            let acceptor = try Acceptor(host: "127.0.0.1", port: 0, limiter: limiter, isSecure: false) {
                descriptor, permit in
                loop.post { $0.adopt(descriptor: descriptor, permit: permit) }
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
            #expect(limiter.refusals.values.reduce(0, +) == 3)
            guard limits.connectionsPerSecond == 0 else { return }
            let connection = try loop.recorder.opened()
            if limits.handshakes > 0 {
                loop.perform { $0.handshakeCompleted(connection) }
            } else {
                try kept.send(.close, [3, 232])
                _ = try kept.readToEnd()
                try Connecting.wait { limiter.connections == 0 }
            }
            withExtendedLifetime(try RawPeer.upgraded(port: acceptor.port)) {}
            withExtendedLifetime(kept) {}
        }

        /// The permit of a client that leaves during its handshake is released, also when the loop has stopped.
        @Test func everyPermitIsReleased() throws {
            let loop = try LoopThread(options: .init(maximumConnections: 4, handshakeTimeoutSeconds: 1))
            let limiter = ConnectionLimiter(.init(connections: 100))
            let acceptor = try Acceptor(host: "127.0.0.1", port: 0, limiter: limiter, isSecure: false) {
                descriptor, permit in
                loop.post { $0.adopt(descriptor: descriptor, permit: permit) }
            }
            let peers = try (0..<8).map { _ in try RawPeer(port: acceptor.port) }
            try peers[0].send(RawPeer.handshake())
            peers[1].hangUp()
            try peers[2].send("\r\n\r\n")
            for peer in peers.dropFirst() { #expect(try peer.readToEnd() == []) }
            try Connecting.wait { limiter.connections == 1 }
            acceptor.stop()
            loop.stop()
            #expect(limiter.connections == 0 && limiter.handshakes == 0)
        }
    }
}
