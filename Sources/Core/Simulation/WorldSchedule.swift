import Support

/// The planned events of a world; events of one owner keep their order.
struct WorldSchedule {
    enum Owner {
        case world
        case member(Int)
        case message(from: Int?, to: Int)
        case line(Int)

        var number: Int {
            switch self {
            case .world: -1
            case .member(let member): member
            case .message(let loop, let other): 500 + (loop ?? 9) * 10 + other
            case .line(let line): 1_000 + line
            }
        }
    }

    private var queue = EventQueue<Int64, SimEvent>()

    var first: Int64? { queue.first }

    mutating func plan(_ event: SimEvent, at moment: Int64, of owner: Owner) {
        queue.add(event, at: moment, owner: owner.number)
    }

    mutating func popDue(at now: Int64) -> SimEvent? { queue.popDue(at: now) }
}
