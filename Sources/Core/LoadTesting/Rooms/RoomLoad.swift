import PagingClient
package import PagingContent
import PagingEngine
import PagingRoom
package import PagingWire
package import Scripting

/// The users of Riffle rooms that one worker plays: each a real client with the steps of its actor.
///
/// An event costs the same with one user or ten thousand. Everything follows from the script, the seed and the events:
/// a user makes the same choices in however many workers the run is played.
///
///     events ─▶ VirtualUser ⇄ client and runner ─▶ effects
///                 │ measures: RoomObserver, LoadRecorder
///     ticks  ─▶ RunSchedule, FaultSchedule, UserTable's wake-ups, Barriers
package struct RoomLoad: LoadMachine {
    package let plan: LoadPlan
    private let share: LoadShare
    private var schedule: RunSchedule
    private var users: UserTable<VirtualUser>
    private var run: RoomRun
    private var preparations: Preparations
    /// Users that still have steps to do.
    private var playing = 0
    private var saidFinished = false
    /// The effects being handled, while the run collects the next ones.
    private var clientEffects: [ClientEffect] = []
    private var runnerEffects: [RunnerEffect] = []

    /// - Parameters:
    ///   - decks: The pages of every path in `script.deckPaths`.
    ///   - share: The share of the users that this worker plays.
    ///   - seed: The source of all random choices.
    ///   - room: The name of the target's room.
    ///   - start: When the run begins, the same in all workers; handle a `tick` then.
    ///   - token: The access token for a closed room.
    ///   - content: Looks for values and patterns in answers of HTTP.
    /// - Throws: an error when users of a population would arrive without end.
    package init(
        script: Script, decks: [String: [Page]] = [:], share: LoadShare = LoadShare(), seed: UInt64, room: String,
        start: LoadTime, token: String? = nil, content: ContentReader = ContentReader()
    ) throws(ScriptError) {
        let plan = try LoadPlan(script: script, seed: seed)
        let names = (0..<plan.rooms).map { LoadRoom.name($0, of: plan.rooms, target: room) }
        self.plan = plan
        self.share = share
        schedule = RunSchedule(plan, share: share, start: start)
        users = UserTable(userCount: plan.users, share: share)
        preparations = Preparations(script, seed: seed, content: content)
        run = RoomRun(
            script: script, decks: decks, seed: seed, token: token, feeds: DataFeeds(script, plan: plan, seed: seed),
            recorder: LoadRecorder(start: start, actors: script.actors, load: script.load),
            observer: RoomObserver(rooms: names, share: share, start: start),
            faults: FaultSchedule(script.load.chaos, actors: script.actors, seed: seed, start: start),
            barriers: Barriers(plan: plan, actors: script.actors, share: share))
    }

    package var nextDeadline: LoadTime? {
        guard !saidFinished else { return nil }
        let sample = run.recorder.connected > 1 ? run.observer.nextSample : nil
        return earliest(
            earliest(earliest(schedule.nextDeadline, preparations.nextDeadline), users.firstWakeUp),
            earliest(run.faults.nextChange, sample))
    }

    package mutating func sent(bytes: Int, at now: LoadTime) {
        run.recorder.sent(bytes: bytes, at: now)
    }

    package var start: LoadTime { schedule.start }

    package mutating func takeSeconds(at now: LoadTime) -> [LoadSecond] { run.recorder.takeSeconds(at: now) }

    package func result(at now: LoadTime) -> LoadResult {
        var run = run
        for number in users.numbers {
            if let slot = users.slot(of: number) { users[slot].countMissed(in: &run, at: now) }
        }
        run.observer.close(recorder: &run.recorder)
        var result = run.recorder.result(titled: run.script.name, seed: run.seed, at: now)
        result.rooms = run.observer.sightings
        return share.workers == 1 ? result.folded() : result
    }

    package mutating func handle(
        _ event: LoadEvent<ServerMessage>, at now: LoadTime, into effects: inout [LoadEffect<ClientMessage>]
    ) {
        guard !saidFinished else { return }
        run.recorder.pass(to: now)
        run.isTick = false
        switch event {
        case .tick:
            run.isTick = true
            pass(to: now, into: &effects)
        case .stop: end(at: now, into: &effects)
        case .opened(let user): with(user, at: now, into: &effects) { $0.opened(in: &$1, at: now) }
        case .received(let user, let messages, let bytes):
            with(user, at: now, into: &effects) { $0.received(messages, bytes: bytes, in: &$1, at: now) }
        case .unreadable(let user, let reason):
            run.recorder.unreadable(at: now)
            with(user, at: now, into: &effects) { $0.tellClient(.unreadable(reason), in: &$1, at: now) }
        case .closed(let user, let code, let reason):
            with(user, at: now, into: &effects) { $0.closed(code, reason, in: &$1, at: now) }
        case .failed(let user, let reason):
            with(user, at: now, into: &effects) { $0.connectFailed(reason, in: &$1, at: now) }
        case .certificateRejected(let user, let reason):
            with(user, at: now, into: &effects) { $0.certificateRejected(reason, in: &$1, at: now) }
        case .barrierOpens(let name): open(run.barriers.open(name), at: now, into: &effects)
        case .eventsCaused(let causes):
            for cause in causes { run.observer.note(cause, recorder: &run.recorder, at: now) }
        case .answered(let user, let answer):
            if let ready = preparations.answered(user, answer, &run.recorder, at: now, into: &effects) {
                take(ready, at: now, into: &effects)
            }
        }
        openBarriers(at: now, into: &effects)
        shareCauses(into: &effects)
        finishIfDone(at: now, into: &effects)
    }

    /// Lets something happen to a user that is part of the run, and handles its consequences.
    @inline(__always)
    private mutating func with(
        _ number: Int, at now: LoadTime, into effects: inout [LoadEffect<ClientMessage>],
        _ act: (inout VirtualUser, inout RoomRun) -> Void
    ) {
        guard let slot = users.slot(of: number) else { return }
        act(&users[slot], &run)
        settle(slot, at: now, into: &effects)
    }

    // MARK: Time

    /// Handles the passing of time in this order: users begin, faults begin and end, users meet their deadlines.
    private mutating func pass(to now: LoadTime, into effects: inout [LoadEffect<ClientMessage>]) {
        while let arrival = schedule.takeArrival(at: now, recorder: &run.recorder) {
            begin(arrival, at: now, into: &effects)
        }
        while let ready = preparations.takeDue(&run.recorder, at: now, into: &effects) {
            take(ready, at: now, into: &effects)
        }
        while let change = run.faults.take(at: now) {
            for number in users.numbers {
                guard let slot = users.slot(of: number), run.faults.hits(change, users[slot].part) else {
                    continue
                }
                users[slot].suffer(change, in: &run, at: now, into: &effects)
                settle(slot, at: now, into: &effects)
            }
        }
        while let (slot, _) = users.takeWakeUp(at: now) {
            pass(slot, at: now, into: &effects)
            settle(slot, at: now, into: &effects)
        }
        if schedule.isOver(at: now) { return end(at: now, into: &effects) }
        let users = users
        run.observer.takeSamples(recorder: &run.recorder, at: now) { number, moment in
            users.slot(of: number).flatMap { users[$0].position(at: moment) }
        }
    }

    private mutating func begin(
        _ arrival: RunSchedule.StartingUser, at now: LoadTime, into effects: inout [LoadEffect<ClientMessage>]
    ) {
        playing += 1
        run.barriers.began(actor: arrival.part.actor)
        let values = run.feeds.values(of: arrival.user, arrival.part)
        guard preparations.concerns(arrival.part) else {
            return take(PreparedUser(arrival: arrival, values: values), at: now, into: &effects)
        }
        if let ready = preparations.begin(arrival, values, &run.recorder, at: now, into: &effects) {
            take(ready, at: now, into: &effects)
        }
    }

    /// A user begins with its steps in the room, unless those before the connection failed.
    private mutating func take(
        _ ready: PreparedUser, at now: LoadTime, into effects: inout [LoadEffect<ClientMessage>]
    ) {
        let (arrival, actor) = (ready.arrival, ready.arrival.part.actor)
        do throws(MissingValue) {
            if let values = ready.values {
                let slot = users.add(try VirtualUser(arrival, values, in: run), number: arrival.user)
                tell(slot, .tick, at: now)
                return settle(slot, at: now, into: &effects)
            }
        } catch {
            let (script, number) = (run.script, arrival.user)
            let place = "\(script.file):\(script.actors[actor].line): \(script.actors[actor].name): user \(number)"
            run.recorder.failed("\(place): expected \(error.expected), found \(error.found)", at: now)
        }
        playing -= 1
        run.barriers.ended(actor: actor)
        schedule.left(actor: actor, recorder: &run.recorder)
        effects.append(.gone(user: arrival.user))
    }

    private mutating func pass(
        _ slot: UserTable<VirtualUser>.Slot, at now: LoadTime, into effects: inout [LoadEffect<ClientMessage>]
    ) {
        if users[slot].hasToLeave(at: now) { return leave(slot, at: now, into: &effects) }
        if users[slot].hasToPart(at: now) { return part(slot, at: now, into: &effects) }
        users[slot].pass(in: &run, at: now)
        if users[slot].isScriptDue(at: now) { tell(slot, .tick, at: now) }
    }

    /// Lets all users leave, even those with steps left.
    private mutating func end(at now: LoadTime, into effects: inout [LoadEffect<ClientMessage>]) {
        guard schedule.end() else { return }
        for ready in preparations.leave(into: &effects) { take(ready, at: now, into: &effects) }
        for number in users.numbers {
            guard let slot = users.slot(of: number) else { continue }
            leave(slot, at: now, into: &effects)
            settle(slot, at: now, into: &effects)
        }
    }

    private mutating func finishIfDone(at now: LoadTime, into effects: inout [LoadEffect<ClientMessage>]) {
        guard playing == 0, schedule.isComplete else { return }
        end(at: now, into: &effects)
        guard users.count == 0, !saidFinished else { return }
        saidFinished = true
        effects.append(.finished)
    }

    // MARK: Client and runner

    /// Passes effects between the user's client and runner until both are silent, then plans its next wake-up.
    private mutating func settle(
        _ slot: UserTable<VirtualUser>.Slot, at now: LoadTime, into effects: inout [LoadEffect<ClientMessage>]
    ) {
        while users.contains(slot), !run.clientEffects.isEmpty || !run.runnerEffects.isEmpty {
            swap(&run.clientEffects, &clientEffects)
            for index in clientEffects.indices where users.contains(slot) {
                follow(clientEffects[index], slot, at: now, into: &effects)
            }
            clientEffects.removeAll(keepingCapacity: true)
            guard users.contains(slot) else { break }
            swap(&run.runnerEffects, &runnerEffects)
            for index in runnerEffects.indices where users.contains(slot) {
                perform(runnerEffects[index], slot, at: now, into: &effects)
            }
            runnerEffects.removeAll(keepingCapacity: true)
        }
        run.clientEffects.removeAll(keepingCapacity: true)
        run.runnerEffects.removeAll(keepingCapacity: true)
        if users.contains(slot), users[slot].isReadyToPart { part(slot, at: now, into: &effects) }
        guard users.contains(slot), let due = users[slot].nextDeadline() else { return }
        users.wake(slot, by: due)
    }

    private mutating func follow(
        _ effect: ClientEffect, _ slot: UserTable<VirtualUser>.Slot, at now: LoadTime,
        into effects: inout [LoadEffect<ClientMessage>]
    ) {
        if let input = users[slot].follow(effect, in: &run, at: now, into: &effects) { tell(slot, input, at: now) }
        if let joined = users[slot].completeJoin(in: &run, at: now) { tell(slot, joined, at: now) }
    }

    private mutating func perform(
        _ effect: RunnerEffect, _ slot: UserTable<VirtualUser>.Slot, at now: LoadTime,
        into effects: inout [LoadEffect<ClientMessage>]
    ) {
        guard case .finished = effect else { return users[slot].perform(effect, in: &run, at: now) }
        if users[slot].isConnected {
            users[slot].beginParting(at: now)
        } else {
            leave(slot, at: now, into: &effects)
        }
    }

    /// Passes an input to the runner, after the changes of the room since the last input.
    private mutating func tell(_ slot: UserTable<VirtualUser>.Slot, _ input: RunnerInput, at now: LoadTime) {
        guard users[slot].isPlaying else { return }
        if let change = users[slot].prepareScript(in: &run, at: now) { hand(change, to: slot, at: now) }
        hand(input, to: slot, at: now)
    }

    private mutating func hand(_ input: RunnerInput, to slot: UserTable<VirtualUser>.Slot, at now: LoadTime) {
        let others = users[slot].looksAtOthers ? outOfStep(inRoom: users[slot].part.room) : nil
        users[slot].handle(input, others: others, in: &run, at: now)
    }

    private mutating func outOfStep(inRoom room: Int) -> [String] {
        let users = users
        return run.observer.outOfStep(inRoom: room) { number in users.slot(of: number).flatMap { users[$0].replica } }
    }

    // MARK: Ends

    /// The last answers have come, or have been waited for long enough. An actor without a population stays until all are
    /// done; one of many leaves.
    private mutating func part(
        _ slot: UserTable<VirtualUser>.Slot, at now: LoadTime, into effects: inout [LoadEffect<ClientMessage>]
    ) {
        guard run.actor(of: users[slot].part).population == .one else { return leave(slot, at: now, into: &effects) }
        stopPlaying(slot)
        users[slot].stay()
    }

    private mutating func stopPlaying(_ slot: UserTable<VirtualUser>.Slot) {
        guard !users[slot].isStaying else { return }
        playing -= 1
        users[slot].leaveBarrier(&run.barriers)
        run.barriers.ended(actor: users[slot].part.actor)
    }

    /// Leaves the room and removes the user from the run.
    private mutating func leave(
        _ slot: UserTable<VirtualUser>.Slot, at now: LoadTime, into effects: inout [LoadEffect<ClientMessage>]
    ) {
        users[slot].noteExclusion(in: &run, at: now)
        users[slot].noteUnanswered(in: &run, at: now)
        users[slot].tellClient(.leave, in: &run, at: now)
        for effect in run.clientEffects { follow(effect, slot, at: now, into: &effects) }
        run.clientEffects.removeAll(keepingCapacity: true)
        stopPlaying(slot)
        users[slot].disconnect(in: &run, at: now)
        schedule.left(actor: users[slot].part.actor, recorder: &run.recorder)
        effects.append(.gone(user: users.number(at: slot)))
        users.remove(slot)
    }

    // MARK: Barriers

    /// Opens barriers that all expected users have reached.
    private mutating func openBarriers(at now: LoadTime, into effects: inout [LoadEffect<ClientMessage>]) {
        while let users = run.barriers.takeOpen() { open(users, at: now, into: &effects) }
        for state in run.barriers.takeChanges() { effects.append(.barrier(state)) }
    }

    /// Tells the other workers which of this worker's requests caused which event.
    private mutating func shareCauses(into effects: inout [LoadEffect<ClientMessage>]) {
        let causes = run.observer.takeCauses()
        if !causes.isEmpty { effects.append(.eventsCaused(causes)) }
    }

    /// Lets the users that waited at a barrier continue.
    private mutating func open(
        _ numbers: [Int], at now: LoadTime, into effects: inout [LoadEffect<ClientMessage>]
    ) {
        for number in numbers {
            guard let slot = users.slot(of: number) else { continue }
            users[slot].barrierOpened()
            tell(slot, .barrierOpened(actor: users[slot].part.actor), at: now)
            settle(slot, at: now, into: &effects)
        }
    }
}
