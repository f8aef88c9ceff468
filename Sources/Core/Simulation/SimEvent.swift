import PagingServer
import PagingWire

/// Something on its way or waiting for its time.
struct SimEvent {
    enum Kind {
        /// Over a line, toward the server or the client.
        case up(line: Int, Signal)
        case down(line: Int, Signal)
        /// From one loop to another, and from the disk to a loop; for nobody once that life of the server is over.
        case news(ServerEvent, to: Int, life: Int)
        /// The network fails the line.
        case fails(line: Int)
        /// The line takes what it was given.
        case drained(line: Int)
        /// A member does something, or comes back.
        case act(member: Int)
        /// The server dies within the next few effects; goes away in good order; is gone; is there again.
        case doom
        case drain
        case exit(life: Int)
        case start
        /// An attempt to commit ends, or is due again.
        case commitEnds(life: Int)
        case commitAgain(life: Int)
    }

    enum Signal {
        case opened
        case objects([ClientMessage])
        case messages([ServerMessage])
        case closed(code: UInt16?)
        case pong
    }

    let at: Int64
    /// Who it belongs to. Happenings of one owner keep their order; those of two at the same time go by owner, so
    /// that a world is the same in every process.
    let owner: Int
    let kind: Kind
}

/// What is to happen, in order.
struct Schedule {
    private var happenings: [SimEvent] = []

    var firstAt: Int64? { happenings.last?.at }

    /// Adds behind everything of the same time and owner.
    mutating func add(_ happening: SimEvent) {
        var low = 0
        var high = happenings.count
        // Kept with the next one last.
        while low < high {
            let middle = (low + high) / 2
            let other = happenings[middle]
            if (other.at, other.owner) > (happening.at, happening.owner) { low = middle + 1 } else { high = middle }
        }
        happenings.insert(happening, at: low)
    }

    mutating func next(at now: Int64) -> SimEvent? {
        guard let first = happenings.last, first.at <= now else { return nil }
        return happenings.popLast()
    }
}
