public import PagingServer
public import PagingWire
import Synchronization

/// Encodes messages by value: a frame is the number of a row, the row is the message. So a world needs no JSON, and
/// everything a server ever said can be looked up.
public final class FrameTable: Sendable {
    private let rows = Mutex<[ServerMessage]>([])

    public init() {}

    /// Every message encoded so far, in order.
    public var messages: [ServerMessage] { messages(from: 0) }

    /// The messages from row `first` on.
    func messages(from first: Int) -> [ServerMessage] {
        rows.withLock { Array($0[first...]) }
    }

    /// Adds a row and returns its number in digits.
    public func encode(_ message: ServerMessage) -> Frame {
        rows.withLock { rows in
            rows.append(message)
            return Array(String(rows.count - 1).utf8)
        }
    }

    /// The messages of a WebSocket message, a line each. Only bytes made by `encode` and joined by line feeds.
    public func decode(_ bytes: [UInt8]) -> [ServerMessage] {
        rows.withLock { rows in
            bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
                guard let row = Int(String(decoding: line, as: UTF8.self)), rows.indices.contains(row) else {
                    preconditionFailure("a line is a row's number, not \(String(decoding: line, as: UTF8.self))")
                }
                return rows[row]
            }
        }
    }
}
