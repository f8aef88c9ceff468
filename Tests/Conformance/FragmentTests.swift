import TestPeers
import Testing

extension ConformanceTests {
    /// Messages in several frames (RFC 6455, section 5.4).
    @Suite struct FragmentTests {
        private static func pieces(_ words: [String]) -> [UInt8] {
            words.enumerated().flatMap { index, word in
                RawPeer.frame(index == 0 ? 1 : 0, Array(word.utf8), isFinal: index == words.count - 1)
            }
        }

        @Test func fragmentsAreJoined() throws {
            try EchoServer.with { server in
                let lists = [
                    ["frag", "ment"], ["", ""], ["", "late"], ["early", ""], ["", "", "x", "", ""],
                    Array("one letter at a time".map(String.init)),
                    [String(repeating: "a", count: 70_000), String(repeating: "b", count: 200)],
                ]
                let cases = lists.map {
                    FrameCase("\($0.count) pieces", Self.pieces($0), answers: [Frames.echo($0.joined())])
                }
                server.check(cases + cases.dropLast().map { $0.chopped(1) })
                let binary = RawPeer.frame(2, [0xff], isFinal: false) + Frames.continuation([0xfe])
                server.check([FrameCase("binary", binary, answers: [Frames.echo(binary: [0xff, 0xfe])])])
                let thousand = Array(repeating: "0123456789abcdef", count: 1_000)
                server.check([
                    FrameCase("a thousand", Self.pieces(thousand), answers: [Frames.echo(thousand.joined())])
                ])
            }
        }

        @Test func controlFramesMayInterruptAMessage() throws {
            try EchoServer.with { server in
                let (first, second) = (RawPeer.frame(1, [65], isFinal: false), Frames.continuation([66]))
                server.check([
                    FrameCase("a pong", first + RawPeer.frame(10, [2]) + second, answers: [Frames.echo("AB")]),
                    FrameCase("a close", first + Frames.close(1_000) + second, end: .closed(1_000)),
                    FrameCase(
                        "two messages in pieces", first + second + first + second,
                        answers: [Frames.echo("AB"), Frames.echo("AB")]),
                ])
            }
        }

        /// The pong may come before or after the message; if the message comes in pieces, before it.
        @Test func aPingInAMessageIsAnswered() throws {
            try EchoServer.with { server in
                let peer = try server.connect()
                try peer.send(RawPeer.frame(1, [65], isFinal: false) + Frames.ping([1]) + Frames.continuation([66]))
                let answers = [try EchoServer.message(from: peer), try EchoServer.message(from: peer)]
                #expect(answers.contains(Frames.pong([1])) && answers.contains(Frames.echo("AB")))
                try peer.send(RawPeer.frame(1, [65], isFinal: false) + Frames.ping([2]))
                #expect(try EchoServer.message(from: peer) == Frames.pong([2]))
                try peer.send(Frames.continuation([66]))
                #expect(try EchoServer.message(from: peer) == Frames.echo("AB"))
            }
        }

        @Test func fragmentedControlFramesAreRefused() throws {
            try EchoServer.with { server in
                server.check(
                    [UInt8]([8, 9, 10]).flatMap { opcode in
                        [
                            FrameCase(
                                "opcode \(opcode)", RawPeer.frame(opcode, [3, 232], isFinal: false),
                                end: .closed(1_002)),
                            FrameCase(
                                "opcode \(opcode), empty", RawPeer.frame(opcode, [], isFinal: false),
                                end: .closed(1_002)),
                        ]
                    })
            }
        }

        @Test func interleavedMessagesAreRefused() throws {
            try EchoServer.with { server in
                let first = RawPeer.frame(1, [65], isFinal: false)
                server.check([
                    FrameCase("a continuation of nothing", Frames.continuation([65]), end: .closed(1_002)),
                    FrameCase(
                        "an open continuation of nothing", Frames.continuation([65], isFinal: false),
                        end: .closed(1_002)),
                    FrameCase(
                        "a continuation after the end", first + Frames.continuation([66]) + Frames.continuation([67]),
                        answers: [Frames.echo("AB")], end: .closed(1_002)),
                    FrameCase("a text in a text", first + Frames.text("B"), end: .closed(1_002)),
                    FrameCase("a binary in a text", first + RawPeer.frame(2, [66]), end: .closed(1_002)),
                    FrameCase("an open text in a text", first + first, end: .closed(1_002)),
                    FrameCase("a text in a text, in pieces", first + Frames.text("B"), end: .closed(1_002)).chopped(1),
                ])
            }
        }
    }
}
