import LoadTesting
import PagingServer
import PagingWire

/// Something on its way in a simulated load run.
struct LoadSimEvent: Comparable {
    enum Kind {
        /// To a loop of the server.
        case up(loop: Int, ServerEvent)
        /// To the users at these lines.
        case down(lines: [Int], [ServerMessage])
        case opened(line: Int)
        /// The server has closed the line.
        case closed(line: Int, CloseCode, reason: String)
        /// The last one has come to a barrier.
        case barrierOpens(String)
        /// The server asks whether somebody is there.
        case pinged(line: Int)
    }

    let at: LoadTime
    /// Of two at the same time, the one planned first happens first.
    let order: Int
    let kind: Kind

    static func < (left: LoadSimEvent, right: LoadSimEvent) -> Bool {
        (left.at, left.order) < (right.at, right.order)
    }

    static func == (left: LoadSimEvent, right: LoadSimEvent) -> Bool { left.order == right.order }
}
