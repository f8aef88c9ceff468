/// A WebSocket message of a server that knows nothing of Riffle.
public enum PlainMessage: Hashable, Sendable {
    case text(String)
    case binary([UInt8])

    /// How long it is on the wire.
    public var byteCount: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .binary(let bytes): bytes.count
        }
    }
}
