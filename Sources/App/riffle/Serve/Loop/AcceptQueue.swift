/// Accepted connections on their way into a loop, in order. Four are taken per millisecond, or two in three milliseconds
/// while members see something move. When thousands wait, as after a network failure, more are taken: all within `window`.
struct AcceptQueue<Connection> {
    /// Microseconds between two connections. A connection costs the loop about 200 until it has joined.
    private static var interval: Int64 { 250 }
    private static var intervalWhileMoving: Int64 { 1_500 }
    /// Microseconds in which all waiting connections are taken; a client waits up to five seconds between its attempts.
    private static var window: Int64 { 3_500_000 }

    private var queue = WorkQueue<Connection>()
    /// When the next connection is taken, in microseconds.
    private var nextAt: Int64 = 0

    var isEmpty: Bool { queue.isEmpty }

    /// When to call `take` next, in milliseconds; nil when none waits.
    var nextDeadline: Int64? { isEmpty ? nil : nextAt / 1_000 + 1 }

    mutating func append(_ connection: Connection) {
        queue.append(connection)
    }

    /// Takes the connections that are due at `now`, in milliseconds. A late call makes up for one millisecond only, so a
    /// busy loop takes fewer.
    mutating func take(at now: Int64, whileMoving: Bool) -> ArraySlice<Connection> {
        guard !isEmpty else { return [] }
        let usual = whileMoving ? Self.intervalWhileMoving : Self.interval
        let interval = max(1, min(usual, Self.window / Int64(queue.total)))
        nextAt = max(nextAt, (now - 1) * 1_000)
        let due = max(0, (now * 1_000 - nextAt + interval - 1) / interval)
        let portion = queue.take(Int(due))
        nextAt += Int64(portion.count) * interval
        return portion
    }

    /// Takes all waiting connections, when the loop ends.
    mutating func takeAll() -> ArraySlice<Connection> { queue.take() }
}
