import PagingRoom
package import PagingServer
package import PagingWire
import Synchronization

/// Encodes messages by value: a frame is the number of a row, the row is the message. A world needs no JSON, and
/// every message of a server can be looked up.
package final class FrameTable: Sendable {
    private let rows = Mutex<[ServerMessage]>([])

    package init() {}

    /// Every message encoded so far, in order.
    package var messages: [ServerMessage] { rows.withLock { $0 } }

    /// The events after `sequence` up to the last of `frames`, which are all of one room and follow each other. Those
    /// that a ring holds no more stand in the rows before.
    func events(_ frames: [Frame], after sequence: Sequence) -> [Event] {
        rows.withLock { rows in
            var events: [Event] = []
            var row = 0
            func event(at row: Int) -> Event? { if case .event(let event) = rows[row] { event } else { nil } }
            for frame in frames.reversed() {
                row = Int(String(decoding: frame, as: UTF8.self)) ?? 0
                if let event = event(at: row) { events.append(event) }
            }
            while let first = events.last, first.sequence > sequence.next, row > 0 {
                row -= 1
                if let event = event(at: row), event.sequence.next == first.sequence { events.append(event) }
            }
            return events.reversed()
        }
    }

    /// Adds a row and returns its number in digits.
    package func encode(_ message: ServerMessage) -> Frame {
        rows.withLock { rows in
            rows.append(message)
            return Array(String(rows.count - 1).utf8)
        }
    }

    /// The messages of a WebSocket message, a line each. Only bytes made by `encode` and joined by line feeds.
    package func decode(_ bytes: [UInt8]) -> [ServerMessage] { decode(rows: FrameTable.rows(bytes)) }

    func decode(rows numbers: [Int]) -> [ServerMessage] {
        rows.withLock { rows in
            numbers.map { row in
                precondition(rows.indices.contains(row), "a line is the number of a row, not \(row)")
                return rows[row]
            }
        }
    }

    /// The numbers of the rows of a WebSocket message.
    static func rows(_ bytes: [UInt8]) -> [Int] {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            guard let row = Int(String(decoding: line, as: UTF8.self)) else {
                preconditionFailure("a line is the number of a row, not \(String(decoding: line, as: UTF8.self))")
            }
            return row
        }
    }

    /// Rows so far.
    var count: Int { rows.withLock { $0.count } }
}
