import PagingEngine
import PagingRoom
import Support

/// One actor of a run: its position in the steps, its current activity, and its knowledge of the room.
struct Performer {
    /// The longest time to join or reconnect.
    static let arrivalMilliseconds: Int64 = 10_000

    /// The number of the actor in the script.
    let number: Int
    let actor: Script.Actor
    /// Whether a step waits for an event or expects a selected page, so that events must be kept.
    let heedsEvents: Bool
    /// Whether a step expects all actors in step.
    let looksAtOthers: Bool
    /// The intended start of the current step: a late tick does not delay the steps after it.
    private(set) var clock: Instant
    /// The script's line of the current step.
    private(set) var line: Int
    private var cursor: StepCursor<Step>
    private var choices: SeedStream
    private var values: UserValues
    private var activity = PerformerActivity.ready
    private var session = ActorSession()
    private var drags = DragPlayer()

    init(number: Int, actor: Script.Actor, seed: UInt64, start: Instant, values: UserValues) {
        self.values = values
        self.number = number
        self.actor = actor
        let arrival = actor.joinsExplicitly ? [] : [Step(.join, line: actor.line)]
        cursor = StepCursor(arrival + actor.steps, ticksPerMillisecond: 1)
        choices = SeedStream(seed: seed, actor: number)
        clock = start
        line = actor.line
        heedsEvents = actor.heedsEvents
        looksAtOthers = actor.looksAtOthers
    }

    // MARK: Queries

    var isEnded: Bool { activity == .ended }

    /// The number of the last event caused by a request; nil when none was accepted.
    var committed: Sequence? { session.committed }

    func intendedTime(of tag: RequestTag) -> Instant? { session.intendedTime(of: tag) }

    /// The barrier at which the actor waits.
    var barrier: String? {
        guard case .waiting(.barrier(let name), _) = activity else { return nil }
        return name
    }

    /// Whether the current step looks at changes of the room.
    var isWatching: Bool {
        switch activity {
        case .arriving, .waiting, .collecting, .expecting: true
        case .ready, .pausing, .dragging, .ended: false
        }
    }

    /// The room as a connected actor sees it; nil while it is not connected.
    var connectedReplica: Replica? { session.connection == .inside ? session.current?.replica : nil }

    /// The replica with which the other actors are to be compared; nil when the current step compares none.
    var comparedReplica: Replica? {
        guard case .expecting(let expectation, _) = activity, expectation.inStep else { return nil }
        return session.current?.replica
    }

    /// The time of the next action without another input.
    var deadline: Instant? {
        guard let reminder = drags.reminder, !isEnded else { return stepDeadline }
        return stepDeadline.map { min($0, reminder) } ?? reminder
    }

    private var stepDeadline: Instant? {
        switch activity {
        case .ready: clock
        case .ended: nil
        case .arriving(let until), .pausing(let until), .collecting(_, let until): until
        case .dragging: drags.nextSample
        case .waiting(let condition, let until): min(until, session.moment(of: condition) ?? until)
        case .expecting(let expectation, let until):
            expectation.checkMilliseconds.map { min(until, clock.advanced(byMilliseconds: $0)) } ?? until
        }
    }
}

// MARK: - Inputs

extension Performer {
    mutating func joined(
        _ replica: Replica, serverTime: Instant, in run: SharedRun, into effects: inout [RunnerEffect]
    ) {
        session.joined(replica, serverTime: serverTime, at: run.now)
        guard case .arriving = activity else { return }
        log("is in the room", in: run, into: &effects)
        goOn(at: run.now)
    }

    mutating func changed(by event: Event?, _ replica: Replica, serverTime: Instant, at now: Instant) {
        session.changed(by: event, replica, serverTime: serverTime, at: now, isWaitedFor: heedsEvents)
    }

    mutating func answered(
        _ tag: RequestTag, _ answer: Answer, in run: inout SharedRun, into effects: inout [RunnerEffect]
    ) {
        let (isKnown, edited) = session.answered(tag, answer)
        guard isKnown else { return }
        if let edited { run.accepted(edited) }
        guard case .refused(_, let refusal, _) = answer else { return }
        drags.refused(tag)
        log("refused: \(refusal.code.rawValue), \(refusal.reason)", in: run, into: &effects)
    }

    mutating func disconnected(_ reason: String, in run: SharedRun, into effects: inout [RunnerEffect]) {
        session.connectionFailed(reason)
        guard session.connection == .inside else { return }
        guard !isEnded else { return connectionLost(.outside) }
        log("lost the connection: \(reason)", in: run, into: &effects)
        connectionLost(.lost)
    }

    mutating func refused(_ reason: String, in run: inout SharedRun, into effects: inout [RunnerEffect]) {
        guard !isEnded else { return }
        fail(expected: "to come in", found: "refused: \(reason)", in: &run, into: &effects)
        connectionLost(.outside)
        activity = .ended
    }

    /// Ends the current step now.
    mutating func goOn(at now: Instant) {
        clock = now
        activity = .ready
    }

    private mutating func connectionLost(_ connection: ActorSession.Connection) {
        session.end(as: connection)
        drags.drop()
    }
}

// MARK: - Steps

extension Performer {
    /// Advances as far as this moment allows; false when the actor can only wait.
    mutating func advance(in run: inout SharedRun, into effects: inout [RunnerEffect]) -> Bool {
        switch activity {
        case .ended: return false
        case .ready:
            guard clock <= run.now else { return false }
            beginNextStep(in: &run, into: &effects)
            return true
        case .arriving(let until):
            guard run.now >= until else { return false }
            let cause = session.lastFailure.map { ", last: \($0)" } ?? ""
            let found = "nothing within \(Performer.arrivalMilliseconds) ms\(cause)"
            giveUp(expected: "to be in the room", found: found, in: &run, into: &effects)
            return true
        case .pausing(let until):
            guard run.now >= until else { return false }
            goOn(at: until)
            return true
        case .dragging: return playSample(at: run.now, into: &effects)
        case .waiting(let condition, let until):
            return look(for: condition, until: until, in: &run, into: &effects)
        case .collecting(let expectation, let until):
            return collect(expectation, until: until, in: &run, into: &effects)
        case .expecting(let expectation, let until):
            return compare(expectation, until: until, in: &run, into: &effects)
        }
    }

    private mutating func beginNextStep(in run: inout SharedRun, into effects: inout [RunnerEffect]) {
        var cursor = cursor
        let step: Step
        switch cursor.next(at: clock.milliseconds) {
        case nil:
            activity = .ended
            return
        case .round(let start):
            (self.cursor, clock) = (cursor, Instant(milliseconds: start))
            return
        case .step(let next): step = next
        }
        if session.connection == .lost {
            activity = .arriving(until: run.now.advanced(byMilliseconds: Performer.arrivalMilliseconds))
            return
        }
        self.cursor = cursor
        line = step.line
        let position = cursor.position
        values.reach(iteration: position.iteration, rounds: position.rounds)
        do throws(StepProblem) {
            begin(try step.action(with: values), in: &run, into: &effects)
        } catch {
            fail(expected: error.expected, found: error.found, in: &run, into: &effects)
        }
    }

    private mutating func begin(
        _ action: Step.Action, in run: inout SharedRun, into effects: inout [RunnerEffect]
    ) {
        if !run.isQuiet, let words = action.spec.log(action) { log(words, in: run, into: &effects) }
        switch action {
        case .think(let pause):
            activity = .pausing(until: clock.advanced(byMilliseconds: pause.choose(using: &choices)))
        case .wait(let wait):
            if case .time(let milliseconds) = wait.condition {
                activity = .pausing(until: clock.advanced(byMilliseconds: milliseconds))
            } else {
                activity = .waiting(wait.condition, until: clock.advanced(byMilliseconds: wait.withinMilliseconds))
            }
        case .expect(let expectation):
            let until = run.now.advanced(byMilliseconds: Performer.arrivalMilliseconds)
            activity = .collecting(expectation, until: until)
        case .join, .reconnect, .cut, .leave:
            session.forgetEvents()
            travel(action, at: run.now, into: &effects)
        case .drag(let plan): beginDrag(plan, at: run.now, into: &effects)
        case .fling(let direction): beginDrag(.fling(direction), at: run.now, into: &effects)
        case .strip(let plan): beginDrag(plan, isOnStrip: true, at: run.now, into: &effects)
        case .release, .cancel: endDrag(action, in: run, into: &effects)
        case .step, .jump, .tap, .resize, .content, .configure, .control, .blank:
            session.forgetEvents()
            ask(action, in: &run, into: &effects)
        case .flow(let flow):
            let values = values
            let entry = try? flow.entry(round: cursor.loopRound, using: &choices) { condition throws(MissingValue) in
                try condition.holds(values, message: nil, ContentReader())
            }
            cursor.enter(entry ?? .over, at: clock.milliseconds)
        case .repeat: preconditionFailure("A cursor unrolls repetitions")
        }
    }

    private mutating func travel(_ action: Step.Action, at now: Instant, into effects: inout [RunnerEffect]) {
        let until = now.advanced(byMilliseconds: Performer.arrivalMilliseconds)
        switch action {
        case .join, .reconnect:
            effects.append(action == .join ? .connect(actor: number) : .reconnect(actor: number))
            activity = .arriving(until: until)
        case .cut:
            effects.append(.cut(actor: number))
            connectionLost(.cut)
        default:
            effects.append(.leave(actor: number))
            session.leave()
            drags.drop()
        }
    }

    /// Sends the request of a step without duration.
    private mutating func ask(
        _ action: Step.Action, in run: inout SharedRun, into effects: inout [RunnerEffect]
    ) {
        guard let view = session.current else { return }
        do {
            let new = try StepRequest(action, in: view, at: session.place(in: view.replica), of: run)
            let tag = send(new.request, into: &effects)
            if new.movesPager {
                session.expect(new.place)
                drags.drop()
            }
            if let tag, let edited = new.edited { session.expect(edited, from: tag) }
        } catch {
            fail(expected: error.expected, found: error.found, in: &run, into: &effects)
        }
    }

    @discardableResult
    private mutating func send(_ request: Request, into effects: inout [RunnerEffect]) -> RequestTag? {
        let tag = request.isSample ? nil : session.issue(intendedAt: clock)
        effects.append(.request(actor: number, tag, request))
        return tag
    }
}

/// Drags.
extension Performer {
    private mutating func beginDrag(
        _ plan: DragPlan, isOnStrip: Bool = false, at now: Instant, into effects: inout [RunnerEffect]
    ) {
        session.forgetEvents()
        if let request = drags.begin(plan, isOnStrip: isOnStrip, start: clock, at: now) {
            drags.announced(by: send(request, into: &effects))
        }
        activity = .dragging
    }

    /// Sends the next sample of a drag at its time.
    private mutating func playSample(at now: Instant, into effects: inout [RunnerEffect]) -> Bool {
        guard let moment = drags.nextSample, moment <= now else { return false }
        let (request, isLast) = drags.playSample(at: now)
        if let request { send(request, into: &effects) }
        if isLast { goOn(at: moment) }
        if isLast, case .released(let velocity)? = drags.finishPlan() { release(velocity, into: &effects) }
        return true
    }

    private mutating func endDrag(_ action: Step.Action, in run: SharedRun, into effects: inout [RunnerEffect]) {
        guard drags.isHolding else { return log("holds no drag", in: run, into: &effects) }
        session.forgetEvents()
        if case .release(let velocity) = action {
            release(velocity, into: &effects)
        } else if let request = drags.cancel() {
            send(request, into: &effects)
        }
    }

    private mutating func release(_ velocity: Velocity?, into effects: inout [RunnerEffect]) {
        guard let (sample, end) = drags.release(velocity, at: clock) else { return }
        if let sample { send(sample, into: &effects) }
        send(end, into: &effects)
    }

    /// Repeats the sample of a held drag, so that the room keeps the holder.
    mutating func remind(at now: Instant, into effects: inout [RunnerEffect]) {
        guard !isEnded, let sample = drags.remind(at: now) else { return }
        send(sample, into: &effects)
    }
}

/// Waits and expectations.
extension Performer {
    private mutating func look(
        for condition: Wait.Condition, until: Instant, in run: inout SharedRun, into effects: inout [RunnerEffect]
    ) -> Bool {
        if session.holds(condition, at: run.now) {
            goOn(at: run.now)
            return true
        }
        guard run.now >= until else { return false }
        giveUp(expected: condition.words, found: session.found(insteadOf: condition), in: &run, into: &effects)
        return true
    }

    /// Waits until all requests are answered and seen, then starts to compare.
    private mutating func collect(
        _ expectation: Expectation, until: Instant, in run: inout SharedRun, into effects: inout [RunnerEffect]
    ) -> Bool {
        if session.isSettled {
            clock = run.now
            let end = run.now.advanced(byMilliseconds: expectation.withinMilliseconds)
            activity = .expecting(expectation, until: end)
            return true
        }
        guard run.now >= until else { return false }
        let found = "requests without an answer"
        fail(expected: expectation.words, found: found, isOutOfTime: true, in: &run, into: &effects)
        goOn(at: run.now)
        return true
    }

    private mutating func compare(
        _ expectation: Expectation, until: Instant, in run: inout SharedRun, into effects: inout [RunnerEffect]
    ) -> Bool {
        let found = session.differences(from: expectation, othersOutOfStep: run.othersOutOfStep, at: run.now)
        guard let differences = found else { return false }
        clock = run.now
        if !differences.isEmpty {
            guard run.now >= until else { return false }
            fail(
                expected: expectation.words, found: differences.joined(separator: ", "), in: &run, into: &effects)
        }
        goOn(at: run.now)
        return true
    }
}

/// Reports.
extension Performer {
    private func log(_ text: @autoclosure () -> String, in run: SharedRun, into effects: inout [RunnerEffect]) {
        guard !run.isQuiet else { return }
        effects.append(.log(LogLine(at: run.now, actor: actor.name, line: line, text: text())))
    }

    private func fail(
        expected: String, found: String, isOutOfTime: Bool = false, in run: inout SharedRun,
        into effects: inout [RunnerEffect]
    ) {
        var failure = ScriptFailure(
            file: run.script.file, line: line, actor: actor.name, at: run.now, expected: expected, found: found)
        failure.isOutOfTime = isOutOfTime
        run.record(failure)
        log("expected \(expected), found \(found)", in: run, into: &effects)
    }

    /// Ends the actor after a wait that ran out of time.
    private mutating func giveUp(
        expected: String, found: String, in run: inout SharedRun, into effects: inout [RunnerEffect]
    ) {
        fail(expected: expected, found: found, isOutOfTime: true, in: &run, into: &effects)
        activity = .ended
    }
}
