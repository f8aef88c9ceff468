/// One WebSocket frame (RFC 6455, section 5.2).
package struct WebSocketFrame: Hashable {
    package enum Kind: UInt8 {
        case continuation = 0
        case text = 1
        case binary = 2
        case close = 8
        case ping = 9
        case pong = 10
    }

    package var kind: Kind
    package var payload: [UInt8]
    package var isFinal: Bool

    package init(kind: Kind, payload: [UInt8], isFinal: Bool = true) {
        self.kind = kind
        self.payload = payload
        self.isFinal = isFinal
    }

    package init(text: String) { self.init(kind: .text, payload: Array(text.utf8)) }

    package var text: String { String(decoding: payload, as: UTF8.self) }
    package var opcode: UInt8 { kind.rawValue }
    package var closeCode: UInt16? { payload.count < 2 ? nil : UInt16(payload[0]) << 8 | UInt16(payload[1]) }

    /// As a client sends it: masked, with a key of zeros, which leaves the payload as it is.
    package var masked: [UInt8] { head(flag: 0x80) + [0, 0, 0, 0] + payload }

    /// As a server sends it.
    package var unmasked: [UInt8] { head(flag: 0) + payload }

    private func head(flag: UInt8) -> [UInt8] {
        let first = (isFinal ? 0x80 : 0) | kind.rawValue
        switch payload.count {
        case 0..<126: return [first, flag | UInt8(payload.count)]
        case 126..<65_536: return [first, flag | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xff)]
        default:
            let digits = (0..<8).reversed().map { UInt8(truncatingIfNeeded: payload.count >> ($0 * 8)) }
            return [first, flag | 127] + digits
        }
    }

    /// The unmasked frame at the beginning of `bytes` and its length there; nil while it is not complete.
    package static func first(of bytes: [UInt8]) -> (frame: WebSocketFrame, length: Int)? {
        guard bytes.count >= 2, let kind = Kind(rawValue: bytes[0] & 0x0f) else { return nil }
        var (head, count) = (2, Int(bytes[1] & 0x7f))
        if count >= 126 {
            let digits = count == 126 ? 2 : 8
            guard bytes.count >= 2 + digits else { return nil }
            count = bytes[2..<2 + digits].reduce(0) { $0 << 8 | Int($1) }
            head += digits
        }
        guard bytes.count >= head + count else { return nil }
        let payload = Array(bytes[head..<head + count])
        return (WebSocketFrame(kind: kind, payload: payload, isFinal: bytes[0] & 0x80 != 0), head + count)
    }
}
