import TestPeers
import Testing

extension ConformanceTests {
    /// The end of a connection (RFC 6455, sections 5.5.1 and 7).
    @Suite struct CloseFrameTests {
        @Test func validCodesAreEchoed() throws {
            try EchoServer.with { server in
                let codes: [UInt16] =
                    Array(1_000...1_003) + Array(1_007...1_011) + [3_000, 3_999, 4_000, 4_109, 4_999]
                server.check(codes.map { FrameCase("\($0)", Frames.close($0), end: .closed($0)) })
                server.check([
                    FrameCase("with a reason", Frames.close(1_000, Array("Hello".utf8)), end: .closed(1_000)),
                    FrameCase(
                        "with the longest reason", Frames.close(1_000, [UInt8](repeating: 42, count: 123)),
                        end: .closed(1_000)),
                    FrameCase("without a code", RawPeer.frame(8, []), end: .closedWithoutCode),
                    FrameCase("in pieces", Frames.close(1_001, Array("é".utf8)), end: .closed(1_001)).chopped(1),
                ])
            }
        }

        @Test func invalidCodesAreRefused() throws {
            try EchoServer.with { server in
                let codes: [UInt16] = [
                    0, 1, 999, 1_004, 1_005, 1_006, 1_015, 1_016, 1_100, 2_000, 2_999,
                ]
                server.check(codes.map { FrameCase("\($0)", Frames.close($0), end: .closed(1_002)) })
            }
        }

        /// Codes from 5000 on have no meaning. The library echoes them, and the connection ends as with any other code.
        @Test func codesFrom5000OnAreEchoed() throws {
            try EchoServer.with { server in
                server.check([5_000, 65_535].map { FrameCase("\($0)", Frames.close($0), end: .closed($0)) })
            }
        }

        /// A reason must be UTF-8. The library ends TCP for most invalid reasons. It accepts a truncated character and
        /// answers the code; such a reason reaches only the log.
        @Test func badPayloadsAreRefused() throws {
            try EchoServer.with { server in
                let long = RawPeer.frame(8, [3, 232] + [UInt8](repeating: 42, count: 124))
                server.check([
                    FrameCase("126 bytes", long, end: .failed),
                    FrameCase("a reason cut short", Frames.close(1_000, [0xce, 0xba, 0xe1, 0xbd]), end: .failed),
                    FrameCase("a surrogate", Frames.close(1_000, [0xed, 0xa0, 0x80]), end: .failed),
                ])
            }
        }

        /// A payload of one byte cannot hold a code. The library echoes it instead of sending 1002; TCP ends anyway.
        @Test func aCloseWithOneByteEndsTheConnection() throws {
            try EchoServer.with { server in
                let peer = try server.connect()
                let watch = Stopwatch()
                try peer.send(RawPeer.frame(8, [97]))
                let answer = try peer.readFrame()
                #expect(answer.opcode == 8 && (answer.payload == [97] || answer.closeCode == 1_002))
                #expect(try peer.readToEnd().isEmpty)
                #expect(watch.milliseconds < FrameCase.endMilliseconds)
            }
        }

        @Test func nothingIsReadAfterAClose() throws {
            try EchoServer.with { server in
                server.check([
                    FrameCase("a text", Frames.close(1_000) + Frames.text("late"), end: .closed(1_000)),
                    FrameCase("a ping", Frames.close(1_000) + Frames.ping([1]), end: .closed(1_000)),
                    FrameCase("another close", Frames.close(1_001) + Frames.close(1_002), end: .closed(1_001)),
                    FrameCase(
                        "after a message", Frames.text("a") + Frames.close(1_000) + Frames.text("b"),
                        answers: [Frames.echo("a")], end: .closed(1_000)),
                ])
            }
        }
    }
}
