import JSONCodec
import LoadTesting
import Scripting

/// WebSocket messages of a server under load, whose frames a profile reads. The first byte chooses the framing, the second where
/// the rest is cut into two messages.
enum LoadFrameEntry {
    private static let pointers = ["/a", "/0/b", "/a/1", "/a~1b", "/type", "/"]

    static func enter(_ bytes: [UInt8]) {
        guard bytes.count > 2 else { return }
        let framing = ProfileFraming.allCases[Int(bytes[0]) % ProfileFraming.allCases.count]
        let rest = bytes.dropFirst(2)
        guard let frames = frames(framing, [rest]) else { return }
        let end = rest.startIndex + Int(bytes[1]) % rest.count
        if framing == .mqtt || framing == .nats {
            let parts = self.frames(framing, [rest[..<end], rest[end...]])
            precondition(parts == frames, "a message that comes in two parts has the same frames")
        }
        for frame in frames { check(frame, framing) }
    }

    private static func frames(_ framing: ProfileFraming, _ messages: [ArraySlice<UInt8>]) -> [WireFrame]? {
        var decoder = FrameDecoder(framing)
        var frames: [WireFrame] = []
        for bytes in messages {
            let isBinary = framing == .mqtt || framing == .nats
            let message: PlainMessage = isBinary ? .binary(Array(bytes)) : .text(String(decoding: bytes, as: UTF8.self))
            guard let found = try? decoder.frames(in: message) else { return nil }
            frames += found
        }
        return frames
    }

    /// Values can be read from any body, and a frame that can be sent is written as the same frame.
    private static func check(_ frame: WireFrame, _ framing: ProfileFraming) {
        let values = JSONContent.values(at: pointers, in: frame.body)
        precondition(values.count == pointers.count, "each pointer has a place")
        guard framing == .socketIO || framing == .stomp, let message = try? FrameEncoder.message(frame, framing),
            frame.kind != "HEARTBEAT", frame.kind != "45", frame.kind != "46"
        else { return }
        var decoder = FrameDecoder(framing)
        guard let again = try? decoder.frames(in: message) else { preconditionFailure("it reads what it writes") }
        precondition(again.count == 1 && again[0].kind == frame.kind && again[0].body == frame.body, "the same frame")
    }
}
