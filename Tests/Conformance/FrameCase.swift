import TestPeers

/// Bytes for an echo server, and the expected answers.
struct FrameCase {
    /// Expected end of the connection after the answers.
    enum End: Equatable {
        /// No error: the server answers our close with the same code.
        case none
        /// A close frame with this code, and the end of TCP.
        case closed(UInt16)
        /// A close frame without a payload.
        case closedWithoutCode
        /// The end of TCP, with or without a close frame before it: the RFC allows both after a violation.
        case failed
    }

    var about: String
    var bytes: [UInt8]
    /// Whole messages and pongs, in order.
    var answers: [Frame] = []
    var end = End.none
    /// Bytes per write; nil for one write.
    var chop: Int?

    /// Limit in milliseconds from the last byte to the end of TCP. The library would wait 5 s for a peer that broke the
    /// rules, the server waits 1 s; the rest is for a busy machine.
    static let endMilliseconds: Int64 = 4_000

    init(_ about: String, _ bytes: [UInt8], answers: [Frame] = [], end: End = .none) {
        (self.about, self.bytes, self.answers, self.end) = (about, bytes, answers, end)
    }

    func chopped(_ count: Int) -> FrameCase {
        var copy = self
        copy.chop = count
        copy.about += ", in pieces of \(count)"
        return copy
    }
}

typealias Frame = WebSocketFrame

/// Frames as bytes, and the frames that the echo server answers.
enum Frames {
    static func text(_ text: String, isFinal: Bool = true) -> [UInt8] {
        RawPeer.frame(1, Array(text.utf8), isFinal: isFinal)
    }

    static func continuation(_ bytes: [UInt8], isFinal: Bool = true) -> [UInt8] {
        RawPeer.frame(0, bytes, isFinal: isFinal)
    }

    static func ping(_ bytes: [UInt8]) -> [UInt8] { RawPeer.frame(9, bytes) }

    static func close(_ code: UInt16, _ reason: [UInt8] = []) -> [UInt8] {
        RawPeer.frame(8, [UInt8(code >> 8), UInt8(code & 255)] + reason)
    }

    static func echo(_ text: String) -> Frame { Frame(text: text) }

    static func echo(binary bytes: [UInt8]) -> Frame { Frame(kind: .binary, payload: bytes) }

    static func pong(_ bytes: [UInt8]) -> Frame { Frame(kind: .pong, payload: bytes) }
}
