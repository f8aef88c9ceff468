import PagingClient
import PagingEngine
import PagingWire
import Scripting

/// What users do, and how they end.
extension RoomLoad {
    mutating func perform(
        _ effect: RunnerEffect, _ seat: Int, at now: LoadTime, into effects: inout [LoadEffect<ClientMessage>]
    ) {
        switch effect {
        case .connect, .reconnect:
            let intended = intended(seats[seat].runner.intendedTime, seat, at: now)
            seats[seat].way = VirtualUser.Way(intended: intended, attemptIntended: intended, attempted: now)
            if case .over = seats[seat].core.stage { seats[seat].core = newClient(seat) }
            tally.acted(at: now)
            tellClient(seat, effect.isReturn ? .reconnect : .start, at: now)
        case .request(_, let tag, let request):
            tally.acted(at: now)
            guard let id = seats[seat].core.request(request, into: &clientEffects), let tag,
                let moment = seats[seat].runner.intendedTime(of: tag)
            else { return }
            let intended = intended(moment, seat, at: now)
            seats[seat].asked.append(VirtualUser.Asked(id: id, tag: tag, intended: intended, made: now))
        case .cut: tellClient(seat, .abort, at: now)
        case .leave: tellClient(seat, .leave, at: now)
        case .log: break
        case .finished: stepsEnded(seat, at: now, into: &effects)
        }
    }

    /// Who comes again after having left comes as somebody new.
    private mutating func newClient(_ seat: Int) -> ClientCore {
        seats[seat].hasBeenIn = false
        seats[seat].timesLeft += 1
        return client(named: seats[seat].name, seats[seat].part, life: seats[seat].timesLeft)
    }

    /// A moment of the runner's, which counts in milliseconds. What follows from an event is intended when that comes.
    private func intended(_ moment: Instant, _ seat: Int, at now: LoadTime) -> LoadTime {
        if !isTick, moment == now.instant { return now }
        return max(LoadTime(moment), seats[seat].startsAt)
    }

    /// An actor of a scene stays until everybody is done; one of many leaves.
    private mutating func stepsEnded(
        _ seat: Int, at now: LoadTime, into effects: inout [LoadEffect<ClientMessage>]
    ) {
        guard seats[seat].connection != .none else { return leave(seat, at: now, into: &effects) }
        seats[seat].life = .parting(until: now.advanced(byMicroseconds: RoomLoad.partingMilliseconds * 1_000))
    }

    /// The last answers are in, or have been waited for long enough.
    mutating func part(_ seat: Int, at now: LoadTime, into effects: inout [LoadEffect<ClientMessage>]) {
        guard script.actors[seats[seat].part.actor].population == .one else {
            return leave(seat, at: now, into: &effects)
        }
        stopPlaying(seat)
        seats[seat].life = .staying
    }

    /// How long a user waits for its last answers: as long as the runner waits for those before.
    static let partingMilliseconds: Int64 = 10_000

    private mutating func stopPlaying(_ seat: Int) {
        guard seats[seat].life != .staying else { return }
        playing -= 1
        if let barrier = seats[seat].barrier { barriers.moved(seats[seat].number, from: barrier, to: nil) }
        seats[seat].barrier = nil
        barriers.ended(actor: seats[seat].part.actor)
    }

    /// Says goodbye where that means something, and is no part of the run any more.
    mutating func leave(_ seat: Int, at now: LoadTime, into effects: inout [LoadEffect<ClientMessage>]) {
        noteExclusion(seat, at: now)
        tellClient(seat, .leave, at: now)
        for effect in clientEffects { follow(effect, seat, at: now, into: &effects) }
        clientEffects.removeAll(keepingCapacity: true)
        stopPlaying(seat)
        lost(seat, at: now)
        present[seats[seat].part.actor] -= 1
        tally.userEnded()
        seats.remove(seat)
    }
}

extension RunnerEffect {
    fileprivate var isReturn: Bool { if case .reconnect = self { true } else { false } }
}
