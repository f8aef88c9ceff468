import TestPeers
import Testing

@testable import WebSocketLoop

extension SocketLoopTests {
    /// Peers that break the rules of frames: closed with the right code, and disconnected within about a second.
    @Suite struct Violations {
        struct Case: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let bytes: [UInt8]
            let code: UInt16
        }

        static let cases = [
            Case(testDescription: "binary", bytes: RawPeer.frame(2, [1, 2, 3]), code: 1_003),
            Case(testDescription: "not UTF-8", bytes: RawPeer.frame(1, [97, 0xff, 98]), code: 1_007),
            Case(testDescription: "unfinished UTF-8", bytes: RawPeer.frame(1, [0xc3]), code: 1_007),
            Case(
                testDescription: "unfinished UTF-8 before an empty fragment",
                bytes: RawPeer.frame(1, [0xc3], isFinal: false) + RawPeer.frame(0, []), code: 1_007),
            Case(testDescription: "long", bytes: RawPeer.frame(1, MessageLimit.tooLong), code: 1_009),
            Case(
                testDescription: "long in pieces",
                bytes: RawPeer.frame(1, MessageLimit.most, isFinal: false) + RawPeer.frame(0, [97]), code: 1_009),
            Case(
                testDescription: "long by its header alone",
                bytes: Array(RawPeer.frame(1, MessageLimit.tooLong).prefix(20)), code: 1_009),
            Case(testDescription: "reserved bit", bytes: RawPeer.frame(0x41, [97]), code: 1_002),
            Case(testDescription: "unknown opcode", bytes: RawPeer.frame(3, [97]), code: 1_002),
            Case(testDescription: "continuation of nothing", bytes: RawPeer.frame(0, [97]), code: 1_002),
        ]

        @Test(arguments: cases)
        func isClosedWithItsCode(violation: Case) throws {
            let server = try Server(options: .init(maximumMessageBytes: MessageLimit.bytes))
            defer { server.stop() }
            let bystander = try RawPeer.upgraded(port: server.port)
            let peer = try RawPeer.upgraded(port: server.port)
            let connection = try server.recorder.opened(skip: 1)
            let watch = Stopwatch()
            try peer.send(violation.bytes)
            let frame = try peer.readFrame()
            #expect(frame.opcode == 8 && frame.closeCode == violation.code)
            #expect(try peer.readToEnd() == [])
            #expect(watch.milliseconds < 4_500)
            #expect(try server.recorder.closed(connection).code == violation.code)
            try bystander.send(.ping, [7])
            #expect(try bystander.readFrame() == .init(kind: .pong, payload: [7]))
        }

        @Test func aMessageOfExactlyTheLimitIsTaken() throws {
            let server = try Server(options: .init(maximumMessageBytes: MessageLimit.bytes))
            defer { server.stop() }
            let peer = try RawPeer.upgraded(port: server.port)
            try peer.send(.text, MessageLimit.most)
            let connection = try server.recorder.opened()
            #expect(try server.recorder.received(by: connection, count: 1) == [MessageLimit.most])
        }
    }
}

private enum MessageLimit {
    static let bytes = 10_000
    static let most = [UInt8](repeating: 97, count: bytes)
    static let tooLong = [UInt8](repeating: 97, count: bytes + 1)
}
