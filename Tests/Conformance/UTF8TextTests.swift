import TestPeers
import Testing

extension ConformanceTests {
    /// Text is UTF-8, over whole messages (RFC 6455, sections 5.6 and 8.1).
    @Suite struct UTF8TextTests {
        /// Both sides of every boundary of the encoding, and real texts.
        private static let valid: [[UInt8]] =
            ([0, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xfffd, 0xfffe, 0xffff, 0x10000, 0x1fffe, 0x10ffff]
            as [UInt32])
            .compactMap { Unicode.Scalar($0) }.map { Array(String(Character($0)).utf8) }
            + ["κόσμε", "Hello-µ@ßöäüàá-UTF-8!!", "日本語", "🏳️‍🌈", "e\u{301}"].map { Array($0.utf8) }

        /// Bytes that are no UTF-8: alone, overlong, surrogates, beyond the last character, truncated.
        private static let invalid: [[UInt8]] = [
            [0x80], [0xbf], [0xc0], [0xff], [0xfe, 0xff], [0x80, 0xbf, 0x80], [0xc0, 0xaf], [0xc1, 0xbf], [0xc2, 0x41],
            [0xe0, 0x80, 0xaf], [0xe0, 0x9f, 0xbf], [0xed, 0xa0, 0x80], [0xed, 0xbf, 0xbf],
            [0xed, 0xa0, 0xbd, 0xed, 0xb2, 0xa9],
            [0xf0, 0x80, 0x80, 0xaf], [0xf0, 0x8f, 0xbf, 0xbf], [0xf4, 0x90, 0x80, 0x80], [0xf5, 0x80, 0x80, 0x80],
            [0xf8, 0x88, 0x80, 0x80, 0x80], [0xfc, 0x84, 0x80, 0x80, 0x80, 0x80], [0xe2, 0x28, 0xa1],
        ]
        private static let unfinished: [[UInt8]] = [[0xc3], [0xe2, 0x82], [0xe0, 0xa0], [0xf0, 0x9f, 0x98], [0xf4]]

        private static func around(_ bytes: [UInt8]) -> [UInt8] { [97] + bytes + [98] }

        @Test func validTextComesBack() throws {
            try EchoServer.with { server in
                let cases = Self.valid.map {
                    FrameCase("\($0)", RawPeer.frame(1, $0), answers: [Frame(kind: .text, payload: $0)])
                }
                server.check(cases + cases.map { $0.chopped(1) })
                let all = Array(Self.valid.joined())
                server.check([FrameCase("all", RawPeer.frame(1, all), answers: [Frame(kind: .text, payload: all)])])
            }
        }

        /// A character may begin in one frame and end in the next.
        @Test func charactersMaySpanFrames() throws {
            try EchoServer.with { server in
                server.check(
                    Self.valid.filter { $0.count > 1 }.flatMap { bytes in
                        (1..<bytes.count).map { place in
                            FrameCase(
                                "\(bytes) cut at \(place)",
                                RawPeer.frame(1, Array(bytes[..<place]), isFinal: false)
                                    + Frames.continuation(Array(bytes[place...])),
                                answers: [Frame(kind: .text, payload: bytes)])
                        }
                    })
            }
        }

        @Test func invalidTextIsRefused() throws {
            try EchoServer.with { server in
                server.check(
                    Self.invalid.flatMap { bytes in
                        let around = Self.around(bytes)
                        return [
                            FrameCase("\(bytes)", RawPeer.frame(1, bytes), end: .closed(1_007)),
                            FrameCase("\(bytes) in text", RawPeer.frame(1, around), end: .closed(1_007)),
                            FrameCase(
                                "\(bytes) over frames",
                                around.indices.flatMap {
                                    RawPeer.frame($0 == 0 ? 1 : 0, [around[$0]], isFinal: $0 == around.count - 1)
                                }, end: .closed(1_007)),
                        ]
                    })
            }
        }

        @Test func textCutShortIsRefused() throws {
            try EchoServer.with { server in
                server.check(
                    Self.unfinished.flatMap { bytes in
                        [
                            FrameCase("\(bytes)", RawPeer.frame(1, bytes), end: .closed(1_007)),
                            FrameCase(
                                "\(bytes), then an empty frame",
                                RawPeer.frame(1, bytes, isFinal: false) + Frames.continuation([]),
                                end: .closed(1_007)),
                            FrameCase(
                                "\(bytes), then another message",
                                RawPeer.frame(1, [97] + bytes) + Frames.text("b"), end: .closed(1_007)),
                        ]
                    })
            }
        }

        @Test func binaryMayHoldAnything() throws {
            try EchoServer.with { server in
                server.check(
                    (Self.invalid + Self.unfinished).map {
                        FrameCase("\($0)", RawPeer.frame(2, $0), answers: [Frames.echo(binary: $0)])
                    })
            }
        }
    }
}
