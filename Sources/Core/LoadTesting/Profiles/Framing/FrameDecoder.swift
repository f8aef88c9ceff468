package import Scripting
import Support

/// The frames in the WebSocket messages of one connection, also where a frame begins in one message and ends in another.
package struct FrameDecoder: Sendable {
    private let framing: ProfileFraming
    /// The beginning of a frame whose rest has not come; empty in framings that keep to messages.
    private var pending: [UInt8] = []
    /// Whether the place in a stream is lost, so that nothing more can be read.
    private(set) var isBroken = false

    package init(_ framing: ProfileFraming) {
        self.framing = framing
    }

    /// The frames that are whole with this message.
    package mutating func frames(in message: PlainMessage) throws(FramingError) -> [WireFrame] {
        switch framing {
        case .text: return try [WireFrame(body: text(of: message))]
        case .lines: return try parts(of: message, separator: UInt8(ascii: "\n"))
        case .records: return try parts(of: message, separator: 0x1E)
        case .socketIO:
            // Attachments of binary events follow them as messages of their own.
            guard case .text(let text) = message else { return [] }
            return [try SocketIOFraming.frame(text)]
        case .mqtt: return try stream(message) { bytes throws(FramingError) in try MQTTFraming.frame(bytes) }
        case .nats: return try stream(message) { bytes throws(FramingError) in try NATSFraming.frame(bytes) }
        case .stomp: return try STOMPFraming.frames(Array(text(of: message).utf8))
        }
    }

    private func text(of message: PlainMessage) throws(FramingError) -> String {
        switch message {
        case .text(let text): return text
        case .binary(let bytes) where framing == .stomp: return String(decoding: bytes, as: UTF8.self)
        default: throw FramingError("expected a text message, got a binary one")
        }
    }

    /// The parts between separators that are not empty.
    private func parts(of message: PlainMessage, separator: UInt8) throws(FramingError) -> [WireFrame] {
        try text(of: message).utf8.split(separator: separator).map { WireFrame(body: String(Substring($0))) }
    }

    private mutating func stream(
        _ message: PlainMessage, _ next: (ArraySlice<UInt8>) throws(FramingError) -> (frame: WireFrame?, length: Int)?
    ) throws(FramingError) -> [WireFrame] {
        do throws(FramingError) {
            return try streamed(message, next)
        } catch {
            (pending, isBroken) = ([], true)
            throw error
        }
    }

    private mutating func streamed(
        _ message: PlainMessage, _ next: (ArraySlice<UInt8>) throws(FramingError) -> (frame: WireFrame?, length: Int)?
    ) throws(FramingError) -> [WireFrame] {
        switch message {
        case .text(let text): pending += Array(text.utf8)
        case .binary(let bytes): pending += bytes
        case .call, .frame: return []
        }
        var frames: [WireFrame] = []
        var place = 0
        while place < pending.count, let (frame, length) = try next(pending[place...]) {
            if let frame { frames.append(frame) }
            place += length
        }
        pending.removeSubrange(..<place)
        guard pending.count <= ProfileLimits.frameBytes else {
            throw FramingError("expected a frame of at most \(ProfileLimits.frameBytes) bytes, got \(pending.count)")
        }
        return frames
    }
}

/// The WebSocket message of a frame.
package enum FrameEncoder {
    package static func message(_ frame: WireFrame, _ framing: ProfileFraming) throws(FramingError) -> PlainMessage {
        switch framing {
        case .text: .text(frame.body)
        case .lines: .text(frame.body + "\n")
        case .records: .text(frame.body + "\u{1E}")
        case .socketIO: .text(SocketIOFraming.text(frame))
        case .mqtt: .binary(try MQTTFraming.bytes(frame))
        case .nats: .binary(try NATSFraming.bytes(frame))
        case .stomp: .text(try STOMPFraming.text(frame))
        }
    }
}

extension WireFrame {
    /// A field that is an integer; `standard` where it is left out.
    func number(
        _ field: String, _ range: ClosedRange<Int>, standard: Int? = nil
    ) throws(FramingError) -> Int {
        guard let text = self[field], !text.isEmpty else {
            if let standard { return standard }
            throw FramingError("`\(kind)` requires the field `\(field)`")
        }
        guard let number = Int(text), range.contains(number) else {
            throw FramingError(
                "`\(field)` of `\(kind)`: expected \(range.lowerBound) to \(range.upperBound), got `\(text.beginning(40))`"
            )
        }
        return number
    }

    /// A field that is a text and required.
    func text(_ field: String) throws(FramingError) -> String {
        guard let text = self[field], !text.isEmpty else {
            throw FramingError("`\(kind)` requires the field `\(field)`")
        }
        return text
    }
}
