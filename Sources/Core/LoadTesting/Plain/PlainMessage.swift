/// A WebSocket message of a server that knows nothing of Riffle.
package enum PlainMessage: Hashable, Sendable {
    case text(String)
    case binary([UInt8])

    /// How long it is on the wire.
    package var byteCount: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .binary(let bytes): bytes.count
        }
    }
}
