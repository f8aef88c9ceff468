import PagingRoom
import PagingServer
import PagingWire
import Synchronization

/// Encodes messages by value, as `FrameTable` does, for runs too long to keep everything: messages to one member
/// alone are forgotten after a while.
final class LoadFrames: Sendable {
    /// A message by itself, so that the table holds one word for each.
    private final class Row: Sendable {
        let message: ServerMessage

        init(_ message: ServerMessage) {
            self.message = message
        }
    }

    private struct Table {
        var rows: [UInt64: Row] = [:]
        var last: UInt64 = 0
        /// Rows to be forgotten, in order.
        var passing: [(number: UInt64, at: LoadFrames.Seconds)] = []
        var passed = 0
        var now: LoadFrames.Seconds = 0
    }

    typealias Seconds = Int64

    /// A message waits no longer than this for a connection that takes nothing: twice what the server allows it.
    static let keptSeconds: Seconds = 120
    /// Bytes of a number; with the line feed between two frames each takes one more.
    private static let width = 8

    private let table = Mutex(Table())

    /// Adds a row and returns its number.
    func encode(_ message: ServerMessage) -> Frame {
        let number = table.withLock { table in
            table.last += 1
            table.rows[table.last] = Row(message)
            // Events wait in rings for the clients that come back.
            if case .event = message {} else { table.passing.append((table.last, table.now)) }
            return table.last
        }
        return (0..<UInt64(LoadFrames.width)).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// The messages of a WebSocket message. Only bytes made by `encode` and joined by line feeds.
    func decode(_ bytes: [UInt8]) -> [ServerMessage] {
        let stride = LoadFrames.width + 1
        precondition((bytes.count + 1) % stride == 0, "A message is numbers with a line feed between two")
        return table.withLock { table in
            (0..<(bytes.count + 1) / stride).map { line in
                var number: UInt64 = 0
                for place in (0..<LoadFrames.width).reversed() {
                    number = number << 8 | UInt64(bytes[line * stride + place])
                }
                guard let row = table.rows[number] else { preconditionFailure("A number is of a row that is kept") }
                return row.message
            }
        }
    }

    /// Moves the clock; forgets rows for which no connection can wait.
    func pass(to now: Seconds) {
        table.withLock { table in
            guard now > table.now else { return }
            table.now = now
            while table.passed < table.passing.count, table.passing[table.passed].at < now - LoadFrames.keptSeconds {
                table.rows[table.passing[table.passed].number] = nil
                table.passed += 1
            }
            guard table.passed > table.passing.count / 2 else { return }
            table.passing.removeFirst(table.passed)
            table.passed = 0
        }
    }
}
