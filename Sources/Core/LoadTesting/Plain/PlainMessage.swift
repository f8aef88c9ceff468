/// A WebSocket message of any server.
package enum PlainMessage: Hashable, Sendable {
    case text(String)
    case binary([UInt8])

    /// Its length on the wire.
    package var byteCount: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .binary(let bytes): bytes.count
        }
    }
}
