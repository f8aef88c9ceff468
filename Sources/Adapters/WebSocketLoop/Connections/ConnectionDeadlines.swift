import Support

/// The deadlines of a loop's connections, in milliseconds of `MonotonicClock`.
///
/// An entry stays until its time comes: the owner checks then whether the connection has missed the deadline. The
/// library's own timeouts do not serve here. On libev it checks them only when the loop is idle, and a later one that is
/// set hides an earlier one.
struct ConnectionDeadlines {
    enum Kind: Int, Comparable, Sendable {
        /// The end of the handshake.
        case handshake
        /// The end of the close handshake.
        case close
        /// The next check for a peer that does not read and has ended its half.
        case chokeCheck

        static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
    }

    private struct Deadline: Comparable, Sendable {
        let kind: Kind
        let connection: ConnectionID

        static func < (left: Deadline, right: Deadline) -> Bool {
            (left.kind, left.connection.rawValue) < (right.kind, right.connection.rawValue)
        }
    }

    private var queue = TimerQueue<Int64, Deadline>()

    /// The first deadline.
    var first: Int64? { queue.first }

    mutating func add(_ kind: Kind, of connection: ConnectionID, at milliseconds: Int64) {
        queue.add(Deadline(kind: kind, connection: connection), at: milliseconds)
    }

    /// Removes and returns the first deadline that is not after `now`.
    mutating func popDue(at now: Int64) -> (kind: Kind, connection: ConnectionID)? {
        queue.popDue(at: now).map { ($0.element.kind, $0.element.connection) }
    }
}
