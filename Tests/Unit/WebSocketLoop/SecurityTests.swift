import Foundation
import Platform
import TestPeers
import Testing

@testable import WebSocketLoop

extension SocketLoopTests {
    /// TLS, with certificates made for the test.
    @Suite struct Security {
        /// A server with TLS, and a client that trusts its authority.
        struct Pair {
            let authority: TestAuthority
            let server: Server
            let client: LoopThread

            init(
                _ behaviour: LoopThread.Behaviour = .init(), trusting: TestAuthority? = nil,
                names: String = "DNS:localhost,IP:127.0.0.1"
            ) throws {
                authority = try TestAuthority()
                let files = try authority.issue(names)
                let identity = try TLSIdentity(certificateFile: files.certificate, keyFile: files.key)
                server = try Server(options: .init(handshakeTimeoutSeconds: 2, identity: identity), behaviour)
                let trusted = trusting ?? authority
                let authorities = try TLSAuthorities(file: trusted.certificate)
                client = try LoopThread(options: .init(maximumMessageBytes: 8 << 20, authorities: authorities))
            }

            func endpoint(_ host: String = "localhost") -> Endpoint {
                Endpoint(host: host, port: server.port, path: "/", isSecure: true)
            }

            func stop() {
                client.stop()
                server.stop()
            }
        }

        @Test(arguments: [0, 1, 125, 2_048, 2_049, 16_384, 16_385, 65_536, 900_000])
        func echoes(count: Int) throws {
            let pair = try Pair(.init(isEchoing: true))
            defer { pair.stop() }
            let endpoint = pair.endpoint()
            let message = Messages.letters(count)
            let here = pair.client.perform { $0.connect(endpoint) }
            #expect(try pair.client.recorder.opened() == here)
            pair.client.post { _ = $0.send(Packet(message), to: here) }
            #expect(try pair.client.recorder.received(by: here, count: 1) == [message])
        }

        @Test func oneBroadcastPacketReachesAllAndStaysAsItWas() throws {
            let pair = try Pair()
            defer { pair.stop() }
            let endpoint = pair.endpoint("127.0.0.1")
            let here = pair.client.perform { loop in (0..<20).map { _ in loop.connect(endpoint) } }
            _ = try pair.server.recorder.opened(skip: 19)
            let there = try (0..<20).map { try pair.server.recorder.opened(skip: $0) }
            let (short, long) = (Array("{}".utf8), Messages.letters(200_000))
            let isUntouched = pair.server.loop.perform { loop in
                let packets = [short, long].map(Packet.init)
                for packet in packets { for connection in there { _ = loop.send(packet, to: connection) } }
                return packets[1].withBytes { $0.elementsEqual(long) }
                    && packets[0].withBytes { $0.elementsEqual(short) }
            }
            #expect(isUntouched)
            for connection in here {
                #expect(try pair.client.recorder.received(by: connection, count: 2) == [short, long])
            }
        }

        @Test func aChokedReaderGetsEverythingInOrder() throws {
            let pair = try Pair()
            defer { pair.stop() }
            let endpoint = pair.endpoint()
            let here = pair.client.perform { $0.connect(endpoint) }
            _ = try pair.client.recorder.opened()
            let there = try pair.server.recorder.opened()
            pair.client.perform { $0.stopReading(here) }
            let accepted = Backpressure.choke(pair.server.loop, there)
            #expect((2..<10_000).contains(accepted), "a reader that stops is felt")
            pair.server.loop.post { $0.ping(there) }
            pair.client.post { $0.resumeReading(here) }
            _ = try pair.server.recorder.wait("writable") { $0.contains(.writable(there)) ? true : nil }
            let outcome = pair.server.loop.perform { $0.send(Packet(Array("end".utf8)), to: there) }
            #expect(outcome != .gone)
            let messages = try pair.client.recorder.received(by: here, count: accepted + 1)
            for (index, message) in messages.dropLast().enumerated() {
                let begin = Array("\(index + 1) ".utf8)
                let isWhole = message.starts(with: begin) && message.dropFirst(begin.count).allSatisfy { $0 == 120 }
                #expect(isWhole && message.count == begin.count + 20_000, "message \(index + 1)")
            }
            #expect(messages.last == Array("end".utf8))
            _ = try pair.server.recorder.wait("pong") { $0.contains(.pong(there)) ? true : nil }
        }

        @Test func closesWithCodesAndLeavesNothingBehind() throws {
            let pair = try Pair()
            defer { pair.stop() }
            let endpoint = pair.endpoint()
            let here = pair.client.perform { loop in (0..<3).map { _ in loop.connect(endpoint) } }
            _ = try pair.server.recorder.opened(skip: 2)
            _ = try pair.client.recorder.opened(skip: 2)
            pair.client.post { loop in
                loop.close(here[0], code: 4_000, reason: "bye")
                loop.abort(here[1])
            }
            #expect(try pair.client.recorder.closed(here[0]).code == 4_000)
            _ = try pair.client.recorder.closed(here[1])
            _ = try pair.server.recorder.wait("both ends") { events in
                events.filter { if case .closed = $0 { true } else { false } }.count == 2 ? true : nil
            }
            #expect(pair.server.recorder.all.contains { if case .closed(_, 4_000, "bye") = $0 { true } else { false } })
            let count = pair.server.loop.perform { $0.connectionCount }
            #expect(count == 1)
        }

        @Test func aPeerThatDoesNotReadIsClosedAndAbortedInTime() throws {
            let pair = try Pair()
            defer { pair.stop() }
            let endpoint = pair.endpoint()
            let here = pair.client.perform { loop in (0..<2).map { _ in loop.connect(endpoint) } }
            _ = try pair.client.recorder.opened(skip: 1)
            let there = try (0..<2).map { try pair.server.recorder.opened(skip: $0) }
            pair.client.perform { loop in here.forEach(loop.stopReading) }
            for connection in there { _ = Backpressure.choke(pair.server.loop, connection) }
            let start = MonotonicClock.milliseconds
            pair.server.loop.post { loop in
                loop.close(there[0], code: 4_001, reason: "too slow")
                loop.abort(there[1])
            }
            // Without the limit on its time the first connection would never end.
            #expect(try pair.server.recorder.closed(there[0]).code == 4_001)
            #expect(MonotonicClock.milliseconds - start >= 900)
            let ends = pair.server.recorder.all.compactMap { event in
                if case .closed(let connection, _, _) = event { connection } else { nil }
            }
            #expect(ends == [there[1], there[0]], "an abort waits for nothing")
            let count = pair.server.loop.perform { $0.connectionCount }
            #expect(count == 0)
        }

        @Test func aCertificateOfAnUnknownAuthorityIsRejected() throws {
            let pair = try Pair(trusting: TestAuthority())
            defer { pair.stop() }
            let reason = try Self.refusal(pair, "localhost")
            #expect(reason.contains("no trusted authority signed"), "\(reason)")
            let system = try LoopThread()
            defer { system.stop() }
            let endpoint = pair.endpoint()
            let here = system.perform { $0.connect(endpoint) }
            let other = try Connecting.failure(of: here, in: system)
            #expect(other.contains("no trusted authority signed"), "\(other)")
        }

        @Test func aCertificateForAnotherNameIsRejected() throws {
            let pair = try Pair(names: "DNS:example.org,IP:127.0.0.2")
            defer { pair.stop() }
            #expect(try Self.refusal(pair, "localhost") == "the server's certificate is for another name")
            #expect(try Self.refusal(pair, "127.0.0.1") == "the server's certificate is for another address")
        }

        @Test func anExpiredCertificateIsRejected() throws {
            let pair = try Pair()
            defer { pair.stop() }
            let files = try pair.authority.issue(days: -1)
            let expired = try TLSIdentity(certificateFile: files.certificate, keyFile: files.key)
            #expect(expired.secondsLeft < 0)
            pair.server.loop.perform { $0.use(expired) }
            #expect(try Self.refusal(pair, "localhost") == "the server's certificate has expired")
        }

        private static func refusal(_ pair: Pair, _ host: String) throws -> String {
            let endpoint = pair.endpoint(host)
            let here = pair.client.perform { $0.connect(endpoint) }
            return try Connecting.failure(of: here, in: pair.client)
        }

        @Test func aNewCertificateIsForNewConnectionsOnly() throws {
            let pair = try Pair(.init(isEchoing: true))
            defer { pair.stop() }
            let endpoint = pair.endpoint()
            let old = pair.client.perform { $0.connect(endpoint) }
            #expect(try pair.client.recorder.opened() == old)
            let successor = try TestAuthority()
            let files = try successor.issue()
            let renewed = try TLSIdentity(certificateFile: files.certificate, keyFile: files.key)
            pair.server.loop.perform { $0.use(renewed) }
            #expect(try Self.refusal(pair, "localhost").contains("no trusted authority signed"), "it knows the old one")
            let authorities = try TLSAuthorities(file: successor.certificate)
            let client = try LoopThread(options: .init(authorities: authorities))
            defer { client.stop() }
            let new = client.perform { $0.connect(endpoint) }
            #expect(try client.recorder.opened() == new)
            pair.client.post { _ = $0.send(Packet([97]), to: old) }
            #expect(try pair.client.recorder.received(by: old, count: 1) == [[97]])
        }

        /// A plain peer and a TLS peer cannot connect to each other, in either direction, and fail soon.
        @Test func plainAndSecureDoNotMix() throws {
            let pair = try Pair()
            defer { pair.stop() }
            let watch = Stopwatch()
            let garbage = ["\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}", String(repeating: "A", count: 50_000)]
            for bytes in [RawPeer.handshake()] + garbage {
                let peer = try RawPeer(port: pair.server.port)
                try? peer.send(bytes)
                let answer = try peer.readToEnd()
                #expect(!answer.starts(with: Array("HTTP/1.1 101".utf8)))
            }
            let silent = try RawPeer(port: pair.server.port)
            #expect(try silent.readToEnd() == [])
            #expect(watch.milliseconds < 9_000)
            let plain = try Server()
            defer { plain.stop() }
            let endpoint = Endpoint(host: "localhost", port: plain.port, path: "/", isSecure: true)
            let here = pair.client.perform { $0.connect(endpoint) }
            let reason = try Connecting.failure(of: here, in: pair.client)
            #expect(!reason.contains("certificate"), "\(reason)")
            try Connecting.wait { pair.server.loop.perform { $0.connectionCount } == 0 }
        }

        @Test func unusableFilesHaveDifferentErrors() throws {
            let authority = try TestAuthority()
            let (one, two) = try (authority.issue(), authority.issue())
            let missing = authority.path("missing.pem")
            let locked = authority.path("locked.key")
            try authority.run(["pkey", "-in", one.key, "-aes128", "-passout", "pass:secret", "-out", locked])
            let cases: [(String, String, TLSError)] = [
                (missing, one.key, .unreadable(path: missing, detail: "there is no such file")),
                (one.certificate, missing, .unreadable(path: missing, detail: "there is no such file")),
                (one.key, one.key, .noCertificate(path: one.key)),
                (one.certificate, one.certificate, .noKey(path: one.certificate)),
                (one.certificate, two.key, .mismatch(certificate: one.certificate, key: two.key)),
                (one.certificate, locked, .keyEncrypted(path: locked)),
                ("/", one.key, .unreadable(path: "/", detail: "Is a directory")),
            ]
            for (certificate, key, error) in cases {
                #expect(throws: error) { try TLSIdentity(certificateFile: certificate, keyFile: key) }
            }
            let short = try TLSIdentity(certificateFile: one.certificate, keyFile: one.key).secondsLeft
            #expect((80_000...86_400).contains(short), "a day")
            #expect(throws: TLSError.noCertificate(path: one.key)) { try TLSAuthorities(file: one.key) }
        }
    }
}
