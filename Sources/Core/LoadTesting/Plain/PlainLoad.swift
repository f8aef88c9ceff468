import PagingEngine
package import Scripting
import Support

/// The users of a plain WebSocket endpoint that one worker plays: they send what templates say, and time the replies and
/// the pushes they get.
///
/// A user connects at its start. Its steps begin with the open connection and go on by their intended times: a message
/// that could not be sent in time, because the reply before it came late or the connection was gone, is timed from when it
/// was intended. A connection that ends is opened again after a pause that grows with every failure.
///
///     events ─▶ PlainUser, its PlainConnection ─▶ effects
///                 │ measures: LoadRecorder
///     ticks  ─▶ RunSchedule, FaultSchedule, UserTable's wake-ups, Barriers
package struct PlainLoad: LoadMachine {
    package let plan: LoadPlan
    private let seed: UInt64
    private var schedule: RunSchedule
    private var users: UserTable<PlainUser>
    private var run: PlainRun
    private var preparations: Preparations
    private var saidFinished = false

    /// - Parameters:
    ///   - script: with a plain endpoint (`load.plain`).
    ///   - share: The share of the users that this worker plays.
    ///   - seed: The source of all random choices.
    ///   - start: When the run begins, the same in all workers; handle a `tick` then.
    ///   - unixOffset: Microseconds to add to a `LoadTime` for the time since 1970.
    ///   - content: Looks for values and patterns in messages.
    /// - Throws: an error when users of a population would arrive without end.
    package init(
        script: Script, share: LoadShare = LoadShare(), seed: UInt64, start: LoadTime, unixOffset: Int64,
        content: ContentReader = ContentReader()
    ) throws(ScriptError) {
        guard let endpoint = script.load.plain else { preconditionFailure("expected a script with a plain endpoint") }
        plan = try LoadPlan(script: script, seed: seed)
        self.seed = seed
        schedule = RunSchedule(plan, share: share, start: start)
        users = UserTable(userCount: plan.users, share: share)
        preparations = Preparations(script, seed: seed, content: content)
        run = PlainRun(
            script: script, endpoint: endpoint, userCount: plan.users, unixOffset: unixOffset, content: content,
            feeds: DataFeeds(script, plan: plan, seed: seed),
            recorder: LoadRecorder(start: start, actors: script.actors, load: script.load),
            faults: FaultSchedule(script.load.chaos, actors: script.actors, seed: seed, start: start),
            barriers: Barriers(plan: plan, actors: script.actors, share: share))
    }

    package var nextDeadline: LoadTime? {
        guard !saidFinished else { return nil }
        return earliest(
            earliest(schedule.nextDeadline, preparations.nextDeadline),
            earliest(users.firstWakeUp, run.faults.nextChange))
    }

    package mutating func sent(bytes: Int, at now: LoadTime) {
        run.recorder.sent(bytes: bytes, at: now)
    }

    package var start: LoadTime { schedule.start }

    /// Looks into messages, also for a profile.
    var content: ContentReader { run.content }

    package mutating func takeSeconds(at now: LoadTime) -> [LoadSecond] { run.recorder.takeSeconds(at: now) }

    /// Counts what a profile found in a frame that no user sees.
    mutating func record(at now: LoadTime, _ count: (inout LoadRecorder) -> Void) {
        run.recorder.pass(to: now)
        count(&run.recorder)
    }

    package func result(at now: LoadTime) -> LoadResult {
        run.recorder.result(titled: run.script.name, seed: seed, at: now)
    }

    package mutating func handle(
        _ event: LoadEvent<PlainMessage>, at now: LoadTime, into effects: inout [LoadEffect<PlainMessage>]
    ) {
        guard !saidFinished else { return }
        run.recorder.pass(to: now)
        switch event {
        case .tick: pass(to: now, into: &effects)
        case .stop: end(at: now, into: &effects)
        case .opened(let user): with(user, at: now, into: &effects) { $0.opened(in: &$1, at: now) }
        case .received(let user, let messages, let bytes):
            with(user, at: now, into: &effects) { $0.received(messages, bytes: bytes, in: &$1, at: now) }
        case .unreadable: run.recorder.unreadable(at: now)
        case .closed(let user, let code, let reason):
            with(user, at: now, into: &effects) { $0.closed(code, reason, in: &$1, at: now) }
        case .failed(let user, let reason):
            with(user, at: now, into: &effects) { $0.connectFailed(reason, in: &$1, at: now) }
        case .certificateRejected(let user, let reason):
            with(user, at: now, into: &effects) { $0.certificateRejected(reason, in: &$1, at: now) }
        case .answered(let user, let answer):
            if let ready = preparations.answered(user, answer, &run.recorder, at: now, into: &effects) {
                take(ready, at: now, into: &effects)
            }
        case .barrierOpens(let name): open(run.barriers.open(name), at: now, into: &effects)
        case .eventsCaused: break
        }
        openBarriers(at: now, into: &effects)
        guard schedule.isComplete, schedule.isEmpty else { return }
        saidFinished = true
        effects.append(.finished)
    }

    /// Lets something happen to a user that is part of the run, then the user do what it can.
    @inline(__always)
    private mutating func with(
        _ number: Int, at now: LoadTime, into effects: inout [LoadEffect<PlainMessage>],
        _ act: (inout PlainUser, inout PlainRun) -> Void
    ) {
        guard let slot = users.slot(of: number) else { return }
        act(&users[slot], &run)
        resume(slot, at: now, into: &effects)
    }

    private mutating func resume(
        _ slot: UserTable<PlainUser>.Slot, at now: LoadTime, into effects: inout [LoadEffect<PlainMessage>]
    ) {
        users[slot].resume(in: &run, at: now, into: &effects)
        if users[slot].isGone {
            users[slot].leaveBarrier(in: &run)
            run.barriers.ended(actor: users[slot].part.actor)
            schedule.left(actor: users[slot].part.actor, recorder: &run.recorder)
            effects.append(.gone(user: users.number(at: slot)))
            users.remove(slot)
        } else if let due = users[slot].nextDeadline {
            users.wake(slot, by: due)
        }
    }

    /// Handles the passing of time in this order: users begin, faults begin and end, users meet their deadlines.
    private mutating func pass(to now: LoadTime, into effects: inout [LoadEffect<PlainMessage>]) {
        while let arrival = schedule.takeArrival(at: now, recorder: &run.recorder) {
            let part = arrival.part
            run.recorder.record(.lag, now.microseconds(since: arrival.startsAt), of: part.actor, at: now)
            run.barriers.began(actor: part.actor)
            let values = run.feeds.values(of: arrival.user, part)
            guard preparations.concerns(part) else {
                begin(arrival, values, at: now, into: &effects)
                continue
            }
            if let ready = preparations.begin(arrival, values, &run.recorder, at: now, into: &effects) {
                take(ready, at: now, into: &effects)
            }
        }
        while let ready = preparations.takeDue(&run.recorder, at: now, into: &effects) {
            take(ready, at: now, into: &effects)
        }
        while let change = run.faults.take(at: now) {
            for number in users.numbers {
                guard let slot = users.slot(of: number), run.faults.hits(change, users[slot].part) else { continue }
                users[slot].suffer(change, in: &run, at: now, into: &effects)
                resume(slot, at: now, into: &effects)
            }
        }
        while let (slot, due) = users.takeWakeUp(at: now) {
            // Not at a moment that has become outdated.
            if users[slot].nextDeadline == due {
                run.recorder.record(.lag, now.microseconds(since: due), of: users[slot].part.actor, at: now)
            }
            resume(slot, at: now, into: &effects)
        }
        if schedule.isOver(at: now) { end(at: now, into: &effects) }
    }

    /// A user connects, unless its steps before the connection failed.
    private mutating func take(
        _ ready: PreparedUser, at now: LoadTime, into effects: inout [LoadEffect<PlainMessage>]
    ) {
        if let values = ready.values { return begin(ready.arrival, values, at: now, into: &effects) }
        run.barriers.ended(actor: ready.arrival.part.actor)
        schedule.left(actor: ready.arrival.part.actor, recorder: &run.recorder)
        effects.append(.gone(user: ready.arrival.user))
    }

    private mutating func begin(
        _ arrival: RunSchedule.StartingUser, _ values: UserValues, at now: LoadTime,
        into effects: inout [LoadEffect<PlainMessage>]
    ) {
        let part = arrival.part
        let random = SeedStream(seed: seed, part: RandomPart.steps, part.actor, part.place)
        let user = PlainUser(arrival, actor: run.script.actors[part.actor], random: random, values: values)
        resume(users.add(user, number: arrival.user), at: now, into: &effects)
    }

    /// Opens barriers that all expected users have reached.
    private mutating func openBarriers(at now: LoadTime, into effects: inout [LoadEffect<PlainMessage>]) {
        while let users = run.barriers.takeOpen() { open(users, at: now, into: &effects) }
        for state in run.barriers.takeChanges() { effects.append(.barrier(state)) }
    }

    /// Lets the users that waited at a barrier continue.
    private mutating func open(_ numbers: [Int], at now: LoadTime, into effects: inout [LoadEffect<PlainMessage>]) {
        for number in numbers { with(number, at: now, into: &effects) { user, _ in user.barrierOpened(at: now) } }
    }

    /// The values of a user with a connection.
    func values(of number: Int) -> UserValues? { users.slot(of: number).map { users[$0].values } }

    /// Lets all users leave, even those with steps left.
    private mutating func end(at now: LoadTime, into effects: inout [LoadEffect<PlainMessage>]) {
        guard schedule.end() else { return }
        for ready in preparations.leave(into: &effects) { take(ready, at: now, into: &effects) }
        for number in users.numbers {
            guard let slot = users.slot(of: number) else { continue }
            users[slot].leave(in: &run, at: now, into: &effects)
            resume(slot, at: now, into: &effects)
        }
    }
}
