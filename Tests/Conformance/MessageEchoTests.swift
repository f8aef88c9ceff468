import TestPeers
import Testing

extension ConformanceTests {
    /// Messages of all sizes and forms are echoed unchanged.
    @Suite struct MessageEchoTests {
        /// Sizes on both sides of each border between the forms of a length, and the longest message.
        private static let sizes = [0, 1, 125, 126, 127, 128, 65_535, 65_536, 65_537, 1 << 20]

        private static func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) } }

        @Test func everySizeOfTextAndBinary() throws {
            try EchoServer.with { server in
                var cases: [FrameCase] = []
                for size in Self.sizes {
                    let text = String(repeating: "*", count: size)
                    let bytes = Self.bytes(size)
                    cases.append(FrameCase("text of \(size)", Frames.text(text), answers: [Frames.echo(text)]))
                    cases.append(
                        FrameCase("binary of \(size)", RawPeer.frame(2, bytes), answers: [Frames.echo(binary: bytes)]))
                }
                server.check(cases)
                server.check(cases.filter { $0.bytes.count < 200 }.map { $0.chopped(1) })
                server.check(cases.filter { $0.bytes.count > 60_000 }.map { $0.chopped(997) })
            }
        }

        @Test func manyMessagesInOneWrite() throws {
            try EchoServer.with { server in
                let texts = (0..<100).map { "message \($0)" }
                server.check([
                    FrameCase("a hundred at once", texts.flatMap { Frames.text($0) }, answers: texts.map(Frames.echo)),
                    FrameCase(
                        "kinds in turn", (0..<20).flatMap { RawPeer.frame($0 % 2 + 1, [65]) },
                        answers: (0..<20).map { Frame(kind: $0 % 2 == 0 ? .text : .binary, payload: [65]) }),
                ])
            }
        }

        /// Sends much more than the kernel buffers for a peer that does not read: the echo waits and loses nothing.
        @Test func aSlowReaderGetsAllMessages() throws {
            try EchoServer.with { server in
                let peer = try RawPeer.upgraded(port: server.server.port, receiveBufferBytes: 4_096, path: "/echo")
                let message = Self.bytes(200_000)
                let (rounds, sent) = (60, RawPeer.frame(2, message))
                nonisolated(unsafe) let writer = peer
                // Safe: one thread only writes to the socket, the other only reads.
                let writing = WritingThread { for _ in 0..<rounds { try? writer.send(sent) } }
                for _ in 0..<rounds {
                    let isSame = try EchoServer.message(from: peer) == Frames.echo(binary: message)
                    #expect(isSame)
                }
                writing.join()
            }
        }

        /// Senders must use the shortest form. The library also accepts longer ones, which is harmless.
        @Test func longerFormsOfALengthAreAccepted() throws {
            try EchoServer.with { server in
                server.check([
                    FrameCase(
                        "5 in 16 bits", RawPeer.frame(1, Array("Hello".utf8), length: .sixteenBits),
                        answers: [Frames.echo("Hello")]),
                    FrameCase(
                        "5 in 64 bits", RawPeer.frame(1, Array("Hello".utf8), length: .sixtyFourBits),
                        answers: [Frames.echo("Hello")]),
                ])
            }
        }

        @Test func aMessageOneByteTooLongIsRefused() throws {
            try EchoServer.with { server in
                let most = [UInt8](repeating: 97, count: 1 << 20)
                server.check([
                    FrameCase("in one frame", RawPeer.frame(1, most + [97]), end: .closed(1_009)),
                    FrameCase("binary", RawPeer.frame(2, most + [97]), end: .closed(1_009)),
                    FrameCase(
                        "in two frames", RawPeer.frame(1, most, isFinal: false) + Frames.continuation([97]),
                        end: .closed(1_009)),
                    FrameCase(
                        "by its header alone", Array(RawPeer.frame(1, most + [97]).prefix(15)), end: .closed(1_009)),
                    FrameCase("a tebibyte", [0x82, 0xff, 0, 0, 1, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5], end: .closed(1_009)),
                ])
            }
        }
    }
}
