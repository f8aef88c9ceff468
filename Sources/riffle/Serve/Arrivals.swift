/// Accepted connections on their way into a loop, in their order: a few in a millisecond; one where somebody sees
/// something move, more only where thousands wait, so that those who come back all at once, as after a failure in the
/// network, do not hold up those who are there.
struct Arrivals<Arrival> {
    /// One costs the loop about a sixth of this until it is joined.
    private static var intervalMilliseconds: Int64 { 1 }
    /// How many come in at once where nothing moves.
    private static var few: Int { 4 }
    /// For each so many that wait, one more comes in at once.
    private static var patience: Int { 2_500 }

    private var waiting: [Arrival] = []
    /// Those before it have had their turn.
    private var next = 0
    private var dueAt: Int64 = 0

    var isEmpty: Bool { next == waiting.count }

    /// When the next ones have their turn, in milliseconds; nil when nobody waits.
    var nextMoment: Int64? { isEmpty ? nil : dueAt }

    mutating func append(_ arrival: Arrival) {
        waiting.append(arrival)
    }

    /// Takes out those whose turn it is.
    mutating func take(at now: Int64, whileMoving: Bool) -> ArraySlice<Arrival> {
        guard !isEmpty, now >= dueAt else { return [] }
        let turn = waiting[next...].prefix((whileMoving ? 1 : Self.few) + (waiting.count - next) / Self.patience)
        next += turn.count
        dueAt = now + Self.intervalMilliseconds
        if isEmpty {
            waiting = []
            next = 0
        }
        return turn
    }

    /// Takes out all that wait, where there will be no more turns.
    mutating func takeRest() -> ArraySlice<Arrival> {
        defer { (waiting, next) = ([], 0) }
        return waiting[next...]
    }
}
