/// Accepted connections on their way into a loop, in their order: four in a millisecond; two in three where somebody sees
/// something move, more only where thousands wait, so that those who come back all at once, as after a failure in the
/// network, do not hold up those who are there.
struct AcceptQueue<JoinRequest> {
    /// From one to the next, in microseconds. One costs the loop about 200 until it is joined.
    private static var interval: Int64 { 250 }
    private static var intervalWhileMoving: Int64 { 1_500 }
    /// Within which all that came together are to be in, in microseconds: a client that was told to come back waits up to
    /// five seconds between attempts.
    private static var window: Int64 { 3_500_000 }

    private var waiting: [JoinRequest] = []
    /// Those before it have had their turn.
    private var next = 0
    /// After which the next one has its turn, in microseconds.
    private var dueAt: Int64 = 0

    var isEmpty: Bool { next == waiting.count }

    /// When the next ones have their turn, in milliseconds; nil when nobody waits.
    var nextMoment: Int64? { isEmpty ? nil : dueAt / 1_000 + 1 }

    mutating func append(_ arrival: JoinRequest) {
        waiting.append(arrival)
    }

    /// Takes out those whose turn it is, in milliseconds. A millisecond is made up for and no more: the busier the loop,
    /// the fewer newcomers.
    mutating func take(at now: Int64, whileMoving: Bool) -> ArraySlice<JoinRequest> {
        guard !isEmpty else { return [] }
        let usual = whileMoving ? Self.intervalWhileMoving : Self.interval
        let interval = max(1, min(usual, Self.window / Int64(waiting.count)))
        dueAt = max(dueAt, (now - 1) * 1_000)
        let due = max(0, (now * 1_000 - dueAt + interval - 1) / interval)
        let turn = waiting[next...].prefix(Int(due))
        next += turn.count
        dueAt += Int64(turn.count) * interval
        if isEmpty {
            waiting = []
            next = 0
        }
        return turn
    }

    /// Takes out all that wait, where there will be no more turns.
    mutating func takeRest() -> ArraySlice<JoinRequest> {
        defer { (waiting, next) = ([], 0) }
        return waiting[next...]
    }
}
