/// Accepted connections on their way into a loop, in their order: a few in each of its turns, so that a crowd that comes
/// back all at once, as after a failure in the network, does not hold up those who are there.
struct Arrivals<Arrival> {
    /// One costs the loop about a third of a millisecond until it is joined.
    static var perTurn: Int { 8 }

    private var waiting: [Arrival] = []
    /// Those before it have had their turn.
    private var next = 0

    var isEmpty: Bool { next == waiting.count }

    mutating func append(_ arrival: Arrival) {
        waiting.append(arrival)
    }

    /// Takes out those whose turn it is.
    mutating func take() -> ArraySlice<Arrival> {
        let turn = waiting[next...].prefix(Self.perTurn)
        next += turn.count
        if isEmpty {
            waiting = []
            next = 0
        }
        return turn
    }
}
