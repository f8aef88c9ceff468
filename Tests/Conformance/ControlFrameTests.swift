import TestPeers
import Testing

extension ConformanceTests {
    /// Pings, pongs, reserved bits and opcodes, masks (RFC 6455, sections 5.1, 5.2 and 5.5).
    @Suite struct ControlFrameTests {
        private static let hello = Frames.text("Hello")

        @Test func pingsAreAnsweredWithTheirPayload() throws {
            try EchoServer.with { server in
                let full = [UInt8](repeating: 0xfe, count: 125)
                let payloads: [[UInt8]] = [[], Array("Hello".utf8), [0, 0xff, 0xfe, 0xfd, 0xfb, 0], full]
                let cases = payloads.map {
                    FrameCase("a ping of \($0.count)", Frames.ping($0), answers: [Frames.pong($0)])
                }
                server.check(cases + cases.map { $0.chopped(1) })
                server.check([
                    FrameCase("126 bytes", RawPeer.frame(9, full + [1]), end: .failed),
                    FrameCase(
                        "5 bytes in 16 bits", RawPeer.frame(9, [1, 2, 3, 4, 5], length: .sixteenBits),
                        end: .failed),
                ])
            }
        }

        /// The RFC allows answering only the newest of several waiting pings; the library answers some of the
        /// first. The test sends no close before the answers are in, because it may overtake a pong. The answers are
        /// in order, each to a ping that was sent, and a later single ping is answered.
        @Test func someOfManyPingsInOneWriteAreAnswered() throws {
            try EchoServer.with { server in
                let peer = try server.connect()
                let payloads = (0..<10).map { [UInt8(48 + $0)] }
                try peer.send(payloads.flatMap(Frames.ping) + Self.hello)
                var answered = try pongs(peer)
                let last: [UInt8] = [99]
                for _ in 0..<50 where answered.last != last {
                    try peer.send(Frames.ping(last) + Self.hello)
                    answered += try pongs(peer)
                }
                #expect(answered.last == last, "a single ping is answered")
                let first = answered.filter { $0 != last }
                #expect(!first.isEmpty)
                #expect(first == payloads.filter(first.contains), "in order, each once")
            }
        }

        /// The payloads of the pongs that come before the next echo.
        private func pongs(_ peer: RawPeer) throws -> [[UInt8]] {
            var payloads: [[UInt8]] = []
            while true {
                let frame = try peer.readFrame()
                if frame == Frames.echo("Hello") { return payloads }
                #expect(frame.opcode == 10)
                payloads.append(frame.payload)
            }
        }

        @Test func unsolicitedPongsAreIgnored() throws {
            try EchoServer.with { server in
                let pong = RawPeer.frame(10, Array("unasked".utf8))
                server.check([
                    FrameCase("empty", RawPeer.frame(10, []) + Self.hello, answers: [Frames.echo("Hello")]),
                    FrameCase("with a payload", pong + Self.hello, answers: [Frames.echo("Hello")]),
                    FrameCase("before a ping", pong + Frames.ping([7]), answers: [Frames.pong([7])]),
                    FrameCase("too long", RawPeer.frame(10, [UInt8](repeating: 1, count: 126)), end: .failed),
                ])
            }
        }

        @Test func reservedBitsAreRefused() throws {
            try EchoServer.with { server in
                var cases: [FrameCase] = []
                for bits: UInt8 in 1...7 {
                    for opcode: UInt8 in [1, 2, 8, 9, 10] {
                        let frame = RawPeer.frame(bits << 4 | opcode, opcode == 8 ? [3, 232] : [65])
                        let about = "bits \(bits) over opcode \(opcode)"
                        cases.append(FrameCase(about, frame, end: .closed(1_002)))
                    }
                    let text = RawPeer.frame(bits << 4 | 1, [65])
                    cases.append(
                        FrameCase(
                            "bits \(bits) after a good one", Self.hello + text + Frames.ping([1]),
                            answers: [Frames.echo("Hello")], end: .closed(1_002)))
                    let piece = RawPeer.frame(1, [65], isFinal: false)
                    cases.append(
                        FrameCase(
                            "bits \(bits) in a continuation", piece + RawPeer.frame(bits << 4, [65]),
                            end: .closed(1_002)))
                }
                server.check(cases)
            }
        }

        @Test func reservedOpcodesAreRefused() throws {
            try EchoServer.with { server in
                let opcodes = [UInt8](3...7) + [UInt8](11...15)
                server.check(
                    opcodes.flatMap { opcode in
                        [
                            FrameCase("opcode \(opcode), empty", RawPeer.frame(opcode, []), end: .closed(1_002)),
                            FrameCase("opcode \(opcode)", RawPeer.frame(opcode, [65, 66]), end: .closed(1_002)),
                            FrameCase(
                                "opcode \(opcode) after a good one",
                                Self.hello + RawPeer.frame(opcode, [65]) + Frames.ping([1]),
                                answers: [Frames.echo("Hello")], end: .closed(1_002)),
                        ]
                    })
            }
        }

        /// A client must mask frames, and a server must refuse unmasked ones. The library accepts them. Masks protect
        /// proxies on the way, not the server: a room checks an unmasked message as it checks any other.
        @Test func framesWithoutAMaskAreAccepted() throws {
            try EchoServer.with { server in
                func bare(_ opcode: UInt8, _ payload: [UInt8]) -> [UInt8] {
                    RawPeer.frame(opcode, payload, isMasked: false)
                }
                server.check([
                    FrameCase("text", bare(1, [65, 66]), answers: [Frames.echo("AB")]),
                    FrameCase("no text", bare(1, [0xff]), end: .closed(1_007)),
                    FrameCase(
                        "masked after", bare(1, []) + Frames.text("A"), answers: [Frames.echo(""), Frames.echo("A")]),
                    FrameCase("reserved", bare(3, [65]), end: .closed(1_002)),
                ])
            }
        }

        /// The server soon disconnects a peer that breaks the rules and keeps TCP open. The library would wait 5 s.
        @Test func tcpEndsSoonAfterAViolation() throws {
            try EchoServer.with { server in
                let bad = [
                    RawPeer.frame(0x41, [65]), RawPeer.frame(3, []), RawPeer.frame(1, [0xff]), Frames.close(1_004),
                ]
                let watch = Stopwatch()
                let peers = try bad.map { bytes in
                    let peer = try server.connect()
                    try peer.send(bytes)
                    return peer
                }
                for peer in peers {
                    #expect(try peer.readFrame().opcode == 8)
                    #expect(try peer.readToEnd().isEmpty)
                }
                #expect(watch.milliseconds < FrameCase.endMilliseconds)
            }
        }

        /// The most significant bit of a length in 64 bits must be 0.
        @Test func aNegativeLengthIsRefused() throws {
            try EchoServer.with { server in
                let frame: [UInt8] = [0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 4, 64]
                server.check([FrameCase("2⁶³ + 1", frame, end: .failed)])
            }
        }
    }
}
