import PagingClient
import PagingEngine
import PagingRoom
import PagingWire
import Scripting
import Support

/// How users come and go, and who listens to whom: what the client says goes to the runner, what the runner wants goes to
/// the client, until both are silent.
extension RoomLoad {
    /// Does something with a user that is part of the run, and all that comes of it.
    mutating func with(
        _ user: Int, at now: LoadTime, into effects: inout [LoadEffect<ClientMessage>],
        _ body: (inout RoomLoad, Int, inout [LoadEffect<ClientMessage>]) -> Void
    ) {
        guard let seat = seats.seat(of: user) else { return }
        body(&self, seat, &effects)
        settle(seat, at: now, into: &effects)
    }

    mutating func begin(
        _ planned: LoadPlan.Start, at now: LoadTime, into effects: inout [LoadEffect<ClientMessage>]
    ) {
        let part = plan.part(of: planned.user)
        if let most = plan.most(ofActor: part.actor, share: share), present[part.actor] >= most {
            tally.counts.droppedStarts += 1
            return
        }
        let intended = start.advanced(byMicroseconds: planned.afterMicroseconds)
        let until = planned.untilMicroseconds.map { start.advanced(byMicroseconds: $0) }
        let seat = seats.add(user(planned.user, part, startsAt: intended, leavesAt: until))
        seats[seat].runnerDeadline = intended.instant
        present[part.actor] += 1
        playing += 1
        tally.userBegan()
        barriers.began(actor: part.actor)
        tell(seat, .tick, at: now)
        settle(seat, at: now, into: &effects)
    }

    private func user(
        _ number: Int, _ part: LoadPlan.Part, startsAt: LoadTime, leavesAt: LoadTime?
    ) -> VirtualUser {
        let actor = script.actors[part.actor]
        let name = actor.population == .one ? actor.name : "\(actor.name)-\(part.place + 1)"
        var dice = LoadDice(seed: seed, stream: .steps, part.actor, part.place)
        let runner = ScriptRunner(
            script: script, decks: decks, actor: part.actor, as: name, seed: dice.next(), start: startsAt.instant)
        return VirtualUser(
            number: number, part: part, name: name, startsAt: startsAt, leavesAt: leavesAt,
            core: client(named: name, part, life: 0), runner: runner)
    }

    /// - Parameter life: How often the user has left before.
    func client(named name: String, _ part: LoadPlan.Part, life: Int) -> ClientCore {
        let join = Join(name: name, role: script.actors[part.actor].role, token: token)
        var dice = LoadDice(seed: seed, stream: .client, part.actor, part.place, life)
        return ClientCore(settings: ClientSettings(join: join), seed: dice.next())
    }

    /// What became due to a user.
    mutating func pass(_ seat: Int, at now: LoadTime, into effects: inout [LoadEffect<ClientMessage>]) {
        if let until = seats[seat].leavesAt, until <= now { return leave(seat, at: now, into: &effects) }
        if case .parting(let until) = seats[seat].life, until <= now { return part(seat, at: now, into: &effects) }
        while let held = seats[seat].held.first, held.due <= now {
            seats[seat].held.removeFirst()
            take(held.messages, bytes: held.bytes, seat, at: now)
        }
        if let due = seats[seat].core.nextDeadline, due <= now.instant {
            if case .waiting(let until) = seats[seat].core.stage { noteAttempt(seat, due: LoadTime(until), at: now) }
            tellClient(seat, .tick, at: now)
        }
        if let due = seats[seat].runnerDeadline, due <= now.instant { tell(seat, .tick, at: now) }
    }

    mutating func tellClient(_ seat: Int, _ event: ClientEvent, at now: LoadTime) {
        seats[seat].core.handle(event, at: now.instant, into: &clientEffects)
    }

    /// Tells the runner what happened, first of all how the room is by now.
    mutating func tell(_ seat: Int, _ input: RunnerInput, at now: LoadTime) {
        guard seats[seat].life == .playing else { return }
        if let due = seats[seat].runnerDeadline, due <= now.instant {
            let intended = max(LoadTime(due), seats[seat].startsAt)
            tally.record(.lag, now.microseconds(since: intended), at: now)
        }
        if seats[seat].isRunnerBehind {
            seats[seat].isRunnerBehind = false
            if let change = change(seat, by: nil, at: now) { hand(change, to: seat, at: now) }
        }
        hand(input, to: seat, at: now)
    }

    private mutating func hand(_ input: RunnerInput, to seat: Int, at now: LoadTime) {
        if seats[seat].runner.looksAtOthers {
            seats[seat].runner.othersOutOfStep = othersOutOfStep(in: seats[seat].part.room)
        }
        seats[seat].runner.handle(input, at: now.instant, into: &runnerEffects)
        for failure in seats[seat].runner.takeFailures() { tally.failed(failure.description, at: now) }
        seats[seat].runnerDeadline = seats[seat].runner.nextDeadline
        seats[seat].isWatching = seats[seat].runner.isWatching
        let barrier = seats[seat].runner.barrier
        guard barrier != seats[seat].barrier else { return }
        barriers.moved(seats[seat].number, from: seats[seat].barrier, to: barrier)
        seats[seat].barrier = barrier
    }

    /// The room as the user's client knows it, as an input.
    func change(_ seat: Int, by event: Event?, at now: LoadTime) -> RunnerInput? {
        guard let replica = seats[seat].core.replica else { return nil }
        let serverTime = seats[seat].core.clock.time(at: now.instant) ?? now.instant
        return .changed(actor: seats[seat].part.actor, by: event, replica, serverTime: serverTime)
    }

    /// Listens until client and runner are silent, then looks when the user has something to do again.
    mutating func settle(_ seat: Int, at now: LoadTime, into effects: inout [LoadEffect<ClientMessage>]) {
        while seats.isTaken(seat), !clientEffects.isEmpty || !runnerEffects.isEmpty {
            swap(&clientEffects, &clientHearing)
            for index in clientHearing.indices where seats.isTaken(seat) {
                follow(clientHearing[index], seat, at: now, into: &effects)
            }
            clientHearing.removeAll(keepingCapacity: true)
            guard seats.isTaken(seat) else { break }
            swap(&runnerEffects, &runnerHearing)
            for index in runnerHearing.indices where seats.isTaken(seat) {
                perform(runnerHearing[index], seat, at: now, into: &effects)
            }
            runnerHearing.removeAll(keepingCapacity: true)
        }
        clientEffects.removeAll(keepingCapacity: true)
        runnerEffects.removeAll(keepingCapacity: true)
        if seats.isTaken(seat), case .parting = seats[seat].life, seats[seat].asked.isEmpty {
            part(seat, at: now, into: &effects)
        }
        guard seats.isTaken(seat), let due = seats[seat].nextDeadline() else { return }
        if let known = seats[seat].dueAt, known <= due { return }
        seats[seat].dueAt = due
        agenda.add(seats[seat].number, at: due)
        dropOverruledMoments()
    }

    /// A user who waits for an answer ten seconds at most, and has it at once, leaves a moment behind every time; when
    /// those have come to be most of all, they go.
    private mutating func dropOverruledMoments() {
        guard agenda.count > 8 * seats.count + 64 else { return }
        agenda = TimerQueue(
            seats.numbers.compactMap { user in
                seats.seat(of: user).flatMap { seats[$0].dueAt }.map { (user, $0) }
            })
    }
}
