import PagingClient
import PagingWire

/// What goes wrong on purpose, and who meets whom.
extension RoomLoad {
    mutating func make(
        _ turn: FaultSchedule.Turn, at now: LoadTime, into effects: inout [LoadEffect<ClientMessage>]
    ) {
        for user in seats.numbers {
            guard let seat = seats.seat(of: user), troubles.hits(turn.number, user, seats[seat].part) else { continue }
            switch troubles.trouble(turn.number) {
            case .drop where turn.begins && seats[seat].connection != .none:
                effects.append(.drop(user: user))
                lost(seat, at: now)
                tellClient(seat, .closed(code: nil, reason: "dropped on purpose"), at: now)
                settle(seat, at: now, into: &effects)
            case .stopReading where turn.begins && seats[seat].connection == .open:
                seats[seat].stoppedBy = turn.number
                effects.append(.read(user: user, false))
            case .stopReading where !turn.begins && seats[seat].stoppedBy == turn.number:
                seats[seat].stoppedBy = nil
                effects.append(.read(user: user, true))
            case .drop, .stopReading, .delay: break
            }
        }
    }

    /// Lets those pass whose barrier nobody is missing at.
    mutating func meetAtBarriers(at now: LoadTime, into effects: inout [LoadEffect<ClientMessage>]) {
        while let users = barriers.takeOpen() { pass(users, at: now, into: &effects) }
        for standing in barriers.takeStandings() { effects.append(.barrier(standing)) }
    }

    /// Lets the users who stood at a barrier go on.
    mutating func pass(_ users: [Int], at now: LoadTime, into effects: inout [LoadEffect<ClientMessage>]) {
        for user in users {
            guard let seat = seats.seat(of: user) else { continue }
            seats[seat].barrier = nil
            tell(seat, .barrierOpened(actor: seats[seat].part.actor), at: now)
            settle(seat, at: now, into: &effects)
        }
    }
}
