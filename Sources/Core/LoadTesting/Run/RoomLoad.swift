import PagingClient
package import PagingContent
import PagingEngine
import PagingRoom
package import PagingWire
package import Scripting
import Support

/// The users of Riffle rooms that one worker plays: each a client as people have it and the steps of its actor.
///
/// Whatever happens costs the same with one user or ten thousand. All of it follows from the script, the seed and what
/// comes in: a user's choices are the same in however many workers the run is played.
package struct RoomLoad: LoadMachine {
    let script: Script
    let decks: [String: [Page]]
    let share: LoadShare
    let seed: UInt64
    let token: String?
    let start: LoadTime
    package let plan: LoadPlan
    let starts: [LoadPlan.Start]
    var nextStart = 0
    var seats: Seats
    var agenda = TimerQueue<LoadTime, Int>()
    var rooms: [RoomWatch]
    /// The clocks of the servers' lives, in the order in which they were met.
    var clocks: [ServerTime] = []
    var lives: [Epoch: Int] = [:]
    var troubles: FaultSchedule
    var barriers: Barriers
    var samples: SkewSamples
    var tally: LoadRecorder
    var sightings: [String: RoomSightings] = [:]
    var sightingCount = 0
    /// Users of each actor that are part of the run now.
    var present: [Int]
    /// Users that still have steps to do.
    var playing = 0
    var isEnding = false
    var saidFinished = false
    /// Whether the present event is the passing of time: what is done then was due at its own moment, and what is done
    /// otherwise at the moment of the event.
    var isTick = false
    /// What the client and the runner of the user at hand have said; and those being listened to. Kept between calls so
    /// that a crowd allocates nothing.
    var clientEffects: [ClientEffect] = []
    var clientHearing: [ClientEffect] = []
    var runnerEffects: [RunnerEffect] = []
    var runnerHearing: [RunnerEffect] = []

    /// - Parameters:
    ///   - decks: The pages of every path in `script.deckPaths`.
    ///   - share: Which of the users are this worker's.
    ///   - seed: Where all choices come from.
    ///   - room: The name of the target's room.
    ///   - start: When the run begins, the same in all workers; hand in a `tick` then.
    ///   - token: What lets the users into a closed room.
    /// - Throws: when a population would come for ever.
    package init(
        script: Script, decks: [String: [Page]] = [:], share: LoadShare = LoadShare(), seed: UInt64, room: String,
        start: LoadTime, token: String? = nil
    ) throws(ScriptError) {
        plan = try LoadPlan(script: script, seed: seed)
        self.script = script
        self.decks = decks
        self.share = share
        self.seed = seed
        self.token = token
        self.start = start
        starts = plan.starts(of: share)
        let names = (0..<plan.rooms).map { [count = plan.rooms] in LoadRoom.name($0, of: count, target: room) }
        rooms = names.map { RoomWatch(name: $0) }
        seats = Seats(users: plan.users, workers: share.workers)
        troubles = FaultSchedule(script.load.chaos, actors: script.actors, seed: seed, start: start)
        barriers = Barriers(plan: plan, actors: script.actors, share: share)
        samples = SkewSamples(start: start)
        tally = LoadRecorder(start: start)
        present = Array(repeating: 0, count: script.actors.count)
    }

    package var nextDeadline: LoadTime? {
        guard !saidFinished else { return nil }
        let comes = nextStart < starts.count && !isEnding ? moment(starts[nextStart]) : nil
        let looks = earliest(troubles.next, tally.connected > 1 ? samples.next : nil)
        return earliest(earliest(comes, isEnding ? nil : endsAt), earliest(agenda.first, looks))
    }

    /// When everybody leaves.
    private var endsAt: LoadTime? { plan.durationMilliseconds.map { start.advanced(byMicroseconds: $0 * 1_000) } }

    private func moment(_ planned: LoadPlan.Start) -> LoadTime {
        start.advanced(byMicroseconds: planned.afterMicroseconds)
    }

    package mutating func handle(
        _ event: LoadEvent<ServerMessage>, at now: LoadTime, into effects: inout [LoadEffect<ClientMessage>]
    ) {
        guard !saidFinished else { return }
        isTick = false
        switch event {
        case .tick:
            isTick = true
            pass(to: now, into: &effects)
        case .stop: end(at: now, into: &effects)
        case .opened(let user): with(user, at: now, into: &effects) { load, seat, _ in load.opened(seat, at: now) }
        case .received(let user, let messages, let bytes):
            with(user, at: now, into: &effects) { load, seat, _ in
                load.received(seat, messages, bytes: bytes, at: now)
            }
        case .unreadable(let user, let reason):
            tally.counts.unreadable += 1
            tally.erred(at: now)
            with(user, at: now, into: &effects) { load, seat, _ in
                load.tellClient(seat, .unreadable(reason), at: now)
            }
        case .closed(let user, let code, let reason):
            with(user, at: now, into: &effects) { load, seat, _ in load.closed(seat, code, reason, at: now) }
        case .failed(let user, let reason):
            with(user, at: now, into: &effects) { load, seat, _ in load.connectFailed(seat, reason, at: now) }
        case .distrusted(let user, let reason):
            with(user, at: now, into: &effects) { load, seat, _ in load.distrusted(seat, reason, at: now) }
        case .barrierOpens(let name): pass(barriers.open(name), at: now, into: &effects)
        case .writable: break
        }
        meetAtBarriers(at: now, into: &effects)
        finishIfDone(at: now, into: &effects)
    }

    package func result(at now: LoadTime) -> LoadResult {
        var copy = self
        copy.closeBooks(at: now)
        var result = copy.tally.result(titled: script.title ?? script.file, seed: seed, at: now)
        result.rooms = copy.sightings
        return share.workers == 1 ? result.folded() : result
    }

    /// What the passing of time brings, in the order: users come, trouble begins and ends, users do what is due.
    private mutating func pass(to now: LoadTime, into effects: inout [LoadEffect<ClientMessage>]) {
        while nextStart < starts.count, !isEnding, moment(starts[nextStart]) <= now {
            begin(starts[nextStart], at: now, into: &effects)
            nextStart += 1
        }
        while let trouble = troubles.take(at: now) { make(trouble, at: now, into: &effects) }
        while let (user, moment) = agenda.popDue(at: now) {
            guard let seat = seats.seat(of: user), seats[seat].dueAt == moment else { continue }
            seats[seat].dueAt = nil
            with(user, at: now, into: &effects) { $0.pass($1, at: now, into: &$2) }
        }
        if let end = endsAt, end <= now { return self.end(at: now, into: &effects) }
        takeSamples(at: now)
    }

    /// Everybody who still has something to do has it no more.
    private mutating func end(at now: LoadTime, into effects: inout [LoadEffect<ClientMessage>]) {
        guard !isEnding else { return }
        isEnding = true
        for user in seats.numbers { with(user, at: now, into: &effects) { $0.leave($1, at: now, into: &$2) } }
    }

    private mutating func finishIfDone(at now: LoadTime, into effects: inout [LoadEffect<ClientMessage>]) {
        guard playing == 0, isEnding || nextStart == starts.count else { return }
        end(at: now, into: &effects)
        guard seats.count == 0, !saidFinished else { return }
        saidFinished = true
        effects.append(.finished)
    }
}
