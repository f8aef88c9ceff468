import PagingServer

/// Accepted connections on their way into a loop, in order and at the pace of the budget: slower while members see
/// something move, faster when thousands wait, as after a network failure, so that all are taken within the window.
struct AcceptQueue<Connection> {
    private let budget: LoopBudget
    private var queue = WorkQueue<Connection>()
    /// When the next connection is taken, in microseconds.
    private var nextAt: Int64 = 0

    init(budget: LoopBudget = .standard) {
        self.budget = budget
    }

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
        let usual = whileMoving ? budget.acceptSpacingWhileMovingMicroseconds : budget.acceptSpacingMicroseconds
        let interval = max(1, min(usual, budget.acceptWindowMicroseconds / Int64(queue.total)))
        nextAt = max(nextAt, (now - 1) * 1_000)
        let due = max(0, (now * 1_000 - nextAt + interval - 1) / interval)
        let portion = queue.take(Int(due))
        nextAt += Int64(portion.count) * interval
        return portion
    }

    /// Takes all waiting connections, when the loop ends.
    mutating func takeAll() -> ArraySlice<Connection> { queue.take() }
}
