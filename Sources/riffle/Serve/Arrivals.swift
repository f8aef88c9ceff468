/// Accepted connections on their way into a loop, in their order: a few in a millisecond as long as few wait; of a crowd
/// one, more only where it is thousands, so that those who come back all at once, as after a failure in the network, do not
/// hold up those who are there.
struct Arrivals<Arrival> {
    /// One costs the loop about a sixth of this until it is joined.
    private static var intervalMilliseconds: Int64 { 1 }
    /// As long as no more than these wait, so many come in at once.
    private static var few: (waiting: Int, atOnce: Int) { (256, 4) }
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
    mutating func take(at now: Int64) -> ArraySlice<Arrival> {
        guard !isEmpty, now >= dueAt else { return [] }
        let rest = waiting.count - next
        let turn = waiting[next...].prefix(rest <= Self.few.waiting ? Self.few.atOnce : 1 + rest / Self.patience)
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
