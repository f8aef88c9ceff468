import PagingClient
import PagingEngine
import PagingRoom
import PagingWire
import Scripting

/// One user of a Riffle room: a real client, the steps it plays, and its way into the room.
///
/// Its runner is driven by the run, because a runner may look at all members of the room: `follow` and `completeJoin`
/// return the inputs for the runner.
struct VirtualUser {
    /// Transitions: playing → staying → removed, playing → parting → removed, playing → removed.
    private enum Life: Equatable, Sendable {
        case playing
        /// Its steps are done; it leaves once it has the answers to its last requests, or at this moment.
        case parting(until: LoadTime)
        /// An actor without a population has done its steps and stays until all others have.
        case staying
    }

    private enum Connection: Sendable {
        case none
        case opening
        case open
    }

    /// How long a user waits for its last answers: as long as the runner waits for those before.
    static let partingMilliseconds: Int64 = 10_000

    let number: Int
    let part: LoadPlan.Part
    private let name: String
    private let token: String?
    private let startsAt: LoadTime
    private let leavesAt: LoadTime?
    private var client: ClientCore
    private var script: UserScript
    private var life = Life.playing
    private var connection = Connection.none
    /// Nil once it is in.
    private var join: JoinAttempt?
    /// Whether this client has been in the room before.
    private var hasBeenIn = false
    /// Number of times it has left and joined again as a new member.
    private var timesLeft = 0
    private var requests = PendingRequests()
    private var watch: MemberWatch
    private var delayed = DelayedMessages<ServerMessage>()
    /// Whether the script broke its connection: what was not answered then is not the server's fault.
    private var isCut = false
    /// The fault because of which its socket is not read.
    private var stoppedBy: Int?

    /// - Throws: a missing value of its token.
    init(_ arrival: RunSchedule.StartingUser, _ values: UserValues, in run: RoomRun) throws(MissingValue) {
        token = try run.token(arrival.part, values)
        (number, part, startsAt, leavesAt) = (arrival.user, arrival.part, arrival.startsAt, arrival.leavesAt)
        let actor = run.actor(of: part)
        name = actor.population == .one ? actor.name : "\(actor.name)-\(part.place + 1)"
        client = run.client(named: name, token: token, part, life: 0)
        script = UserScript(run.runner(named: name, part, startsAt: startsAt, values: values), startsAt: startsAt)
        watch = MemberWatch(user: number, room: part.room, actor: part.actor, isApart: actor.isApart)
    }

    // MARK: State

    var isPlaying: Bool { life == .playing }
    var isStaying: Bool { life == .staying }
    var isConnected: Bool { connection != .none }
    /// Whether its steps and its requests are done.
    var isReadyToPart: Bool { if case .parting = life { requests.isEmpty } else { false } }
    var replica: Replica? { client.replica }

    func hasToLeave(at now: LoadTime) -> Bool { leavesAt.map { $0 <= now } ?? false }

    func hasToPart(at now: LoadTime) -> Bool { if case .parting(let until) = life { until <= now } else { false } }

    /// The position of the user's window, by its own idea of the server's time; nil when it is not compared with others.
    func position(at moment: LoadTime) -> Position? {
        guard !watch.isApart, let serverTime = client.clock.time(at: moment.instant) else { return nil }
        return client.replica?.position(at: serverTime)
    }

    /// When the user acts without any event. Mutating, so that nothing is copied.
    mutating func nextDeadline() -> LoadTime? {
        var first = earliest(leavesAt, delayed.firstDue)
        if case .parting(let until) = life { first = earliest(first, until) }
        if let due = client.nextDeadline { first = earliest(first, LoadTime(due)) }
        if life == .playing, let due = script.deadline { first = earliest(first, LoadTime(due)) }
        return first
    }

    /// Steps are done: waits for the last answers.
    mutating func beginParting(at now: LoadTime) {
        life = .parting(until: now.advanced(byMicroseconds: VirtualUser.partingMilliseconds * 1_000))
    }

    mutating func stay() {
        life = .staying
    }

    // MARK: Connection

    mutating func opened(in run: inout RoomRun, at now: LoadTime) {
        guard connection == .opening else { return }
        connection = .open
        run.recorder.connected(1, at: now)
        join?.recordConnect(&run.recorder, of: part.actor, at: now)
        tellClient(.opened, in: &run, at: now)
    }

    mutating func connectFailed(_ reason: String, in run: inout RoomRun, at now: LoadTime) {
        run.recorder.notAdmitted(ConnectFailure(.unreachable, reason))
        run.recorder.connectFailed(at: now)
        disconnect(in: &run, at: now)
        tellClient(.failed(reason), in: &run, at: now)
    }

    /// Another attempt would have the same result: the client gives up.
    mutating func certificateRejected(_ reason: String, in run: inout RoomRun, at now: LoadTime) {
        run.recorder.connectFailed(at: now)
        disconnect(in: &run, at: now)
        tellClient(.certificateRejected(reason), in: &run, at: now)
    }

    mutating func closed(_ code: UInt16?, _ reason: String, in run: inout RoomRun, at now: LoadTime) {
        guard connection != .none else { return }
        // Delayed messages were sent before the connection ended.
        for held in delayed.takeAll() { take(held.messages, bytes: held.bytes, in: &run, at: now) }
        run.recorder.closed(code, at: now)
        disconnect(in: &run, at: now)
        tellClient(.closed(code: code, reason: reason), in: &run, at: now)
    }

    /// Drops what belongs to the connection, if there is one.
    mutating func disconnect(in run: inout RoomRun, at now: LoadTime) {
        _ = delayed.takeAll()
        watch.forgetProbe()
        stoppedBy = nil
        join?.connectionLost()
        guard connection != .none else { return }
        if connection == .open { run.recorder.connected(-1, at: now) }
        connection = .none
        run.observer.leave(&watch, recorder: &run.recorder, at: now)
    }

    mutating func tellClient(_ event: ClientEvent, in run: inout RoomRun, at now: LoadTime) {
        client.handle(event, at: now.instant, into: &run.clientEffects)
    }

    /// A fault begins or ends.
    mutating func suffer(
        _ change: FaultSchedule.Change, in run: inout RoomRun, at now: LoadTime,
        into effects: inout [LoadEffect<ClientMessage>]
    ) {
        switch run.faults.kind(of: change) {
        case .drop where change.begins && connection != .none:
            effects.append(.drop(user: number))
            disconnect(in: &run, at: now)
            isCut = true
            tellClient(.closed(code: nil, reason: "dropped on purpose"), in: &run, at: now)
        case .stopReading where change.begins && connection == .open:
            stoppedBy = change.fault
            effects.append(.read(user: number, false))
        case .stopReading where !change.begins && stoppedBy == change.fault:
            stoppedBy = nil
            effects.append(.read(user: number, true))
        case .drop, .stopReading, .delay: break
        }
    }

    /// Counts a user that leaves after failed attempts, or has waited long to come in, as a failure of the server.
    func noteExclusion(in run: inout RoomRun, at now: LoadTime) {
        let attempts = client.failedAttempts
        // What the script does to the connection is not the server's fault.
        let isOwnFault = isCut || stoppedBy != nil || !delayed.isEmpty
        let waited = hasBeenIn || !isConnected || isOwnFault ? 0 : join?.waited(at: now) ?? 0
        guard attempts > 0 || waited >= LoadRecorder.waitThatFails else { return }
        let found = attempts > 0 ? "\(attempts) failed attempts to join" : "no answer after \(waited / 1_000_000) s"
        let actor = run.actor(of: part)
        run.recorder.failed(
            "\(run.script.file):\(actor.line): \(actor.name): user \(number): expected to be in the room at the end, "
                + "found \(found)", at: now)
    }

    /// Counts what the user still waits for when it leaves.
    mutating func noteUnanswered(in run: inout RoomRun, at now: LoadTime) {
        if isConnected || client.failedAttempts > 0 {
            let measure: Measure = connection == .opening ? .connect : hasBeenIn ? .catchUp : .join
            join?.noteUnanswered(measure, &run.recorder, of: part.actor, at: now)
        }
        requests.leave(&run.recorder, of: part.actor, at: now)
    }

    /// Counts events that have not reached the user and no longer will.
    func countMissed(in run: inout RoomRun, at now: LoadTime) {
        run.observer.countMissed(watch, recorder: &run.recorder, at: now)
    }

    // MARK: Messages

    mutating func received(_ messages: [ServerMessage], bytes: Int, in run: inout RoomRun, at now: LoadTime) {
        guard connection == .open else { return }
        let delay = run.faults.delay(of: number, part)
        guard delay != nil || !delayed.isEmpty else { return take(messages, bytes: bytes, in: &run, at: now) }
        delayed.add(messages, bytes: bytes, afterMicroseconds: (delay ?? 0) * 1_000, at: now)
    }

    private mutating func take(_ messages: [ServerMessage], bytes: Int, in run: inout RoomRun, at now: LoadTime) {
        run.recorder.received(messages: 1, bytes: bytes, at: now)
        run.observer.noteMessage(room: part.room)
        var changesPicture = false
        for message in messages {
            if case .welcome(let welcome) = message {
                let known = welcome.recovered ? client.replica?.sequence : nil
                run.observer.welcomed(&watch, welcome, after: known, recorder: &run.recorder, at: now)
            } else if run.observer.look(at: message, &watch, recorder: &run.recorder, at: now) {
                changesPicture = true
            }
        }
        tellClient(.received(messages), in: &run, at: now)
        guard changesPicture, case .following = client.stage, let replica = client.replica else { return }
        run.observer.compareRest(replica, watch, recorder: &run.recorder, at: now)
    }

    /// Receives delayed messages and lets the client do what its deadline asks for.
    mutating func pass(in run: inout RoomRun, at now: LoadTime) {
        while let held = delayed.take(at: now) { take(held.messages, bytes: held.bytes, in: &run, at: now) }
        guard let due = client.nextDeadline, due <= now.instant else { return }
        if case .waiting(let until) = client.stage {
            join = JoinAttempt(after: join, due: LoadTime(until), attempted: now)
        }
        tellClient(.tick, in: &run, at: now)
    }

    // MARK: Client and script

    /// Performs an effect of the client; returns the input for the runner.
    mutating func follow(
        _ effect: ClientEffect, in run: inout RoomRun, at now: LoadTime, into effects: inout [LoadEffect<ClientMessage>]
    ) -> RunnerInput? {
        switch effect {
        case .connect:
            (connection, isCut) = (.opening, false)
            effects.append(.connect(user: number, path: "/rooms/" + run.observer.name(ofRoom: part.room)))
        case .send(let message):
            watch.sent(message, at: now)
            effects.append(.send(user: number, message))
        case .close, .drop:
            guard connection != .none else { return nil }
            disconnect(in: &run, at: now)
            if case .close = effect {
                effects.append(.close(user: number))
            } else {
                effects.append(.giveUp(user: number))
            }
        case .joined(let welcome): join?.welcomed(welcome.sequence)
        case .happened(let event): return roomChanged(by: event, at: now)
        case .replaced, .moved: return roomChanged(by: nil, at: now)
        case .answered(let id, let answer):
            guard let (tag, times) = requests.answered(id, &run.recorder, of: part.actor, at: now) else { return nil }
            if case .accepted(_, let event, changed: true) = answer {
                run.observer.answered(watch, naming: event, times, recorder: &run.recorder, at: now)
            }
            return .answered(actor: part.actor, tag, answer)
        case .unanswered(let id) where isCut: requests.forget(id)
        case .unanswered(let id): requests.giveUp(id, &run.recorder, of: part.actor, at: now)
        case .waiting(_, let reason): return .disconnected(actor: part.actor, reason: reason)
        case .ended(.left), .pages, .asset, .notes, .inStep, .notice: break
        case .ended(let end):
            disconnect(in: &run, at: now)
            if let failure = end.connectFailure { run.recorder.notAdmitted(failure) }
            if case .unreachable = end {
                join?.noteUnanswered(hasBeenIn ? .catchUp : .join, &run.recorder, of: part.actor, at: now)
                join = nil
            }
            return .refused(actor: part.actor, reason: end.text)
        }
        return nil
    }

    /// Completes the join once the replica is as new as the welcome; returns the input for the runner.
    mutating func completeJoin(in run: inout RoomRun, at now: LoadTime) -> RunnerInput? {
        guard let attempt = join, attempt.isWelcomed, case .following = client.stage,
            let replica = client.replica, attempt.isComplete(at: replica.sequence), watch.hasState
        else { return nil }
        attempt.recordJoin(isReturn: hasBeenIn, &run.recorder, of: part.actor, at: now)
        join = nil
        hasBeenIn = true
        run.observer.enter(watch)
        return .joined(actor: part.actor, replica, serverTime: serverTime(at: now))
    }

    private mutating func roomChanged(by event: Event?, at now: LoadTime) -> RunnerInput? {
        guard life == .playing, script.roomChanged() else { return nil }
        return change(by: event, at: now)
    }

    private func change(by event: Event?, at now: LoadTime) -> RunnerInput? {
        guard let replica = client.replica else { return nil }
        return .changed(actor: part.actor, by: event, replica, serverTime: serverTime(at: now))
    }

    private func serverTime(at now: LoadTime) -> Instant { client.clock.time(at: now.instant) ?? now.instant }

    /// Whether the runner's own deadline has come.
    func isScriptDue(at now: LoadTime) -> Bool { script.deadline.map { $0 <= now.instant } ?? false }

    /// Whether `handle` needs the members that are out of step in the room.
    var looksAtOthers: Bool { script.looksAtOthers }

    /// Records the lateness of the runner; returns the change of the room to pass to it first.
    mutating func prepareScript(in run: inout RoomRun, at now: LoadTime) -> RunnerInput? {
        if let due = script.deadline, due <= now.instant {
            let intended = max(LoadTime(due), startsAt)
            run.recorder.record(.lag, now.microseconds(since: intended), of: part.actor, at: now)
        }
        guard script.isBehind else { return nil }
        script.caughtUp()
        return change(by: nil, at: now)
    }

    mutating func handle(_ input: RunnerInput, others: [String]?, in run: inout RoomRun, at now: LoadTime) {
        script.handle(input, others: others, of: number, in: &run, at: now)
    }

    mutating func barrierOpened() {
        script.barrierOpened()
    }

    mutating func leaveBarrier(_ barriers: inout Barriers) {
        script.leaveBarrier(number, &barriers)
    }

    /// Performs an effect of the runner.
    mutating func perform(_ effect: RunnerEffect, in run: inout RoomRun, at now: LoadTime) {
        switch effect {
        case .connect: connect(.start, in: &run, at: now)
        case .reconnect: connect(.reconnect, in: &run, at: now)
        case .request(_, let tag, let request):
            run.recorder.acted(at: now)
            guard let id = client.request(request, into: &run.clientEffects), let tag,
                let moment = script.intendedTime(of: tag)
            else { return }
            requests.add(id, tag, intended: intended(moment, run.isTick, at: now), made: now)
        case .cut:
            isCut = true
            tellClient(.abort, in: &run, at: now)
        case .leave: tellClient(.leave, in: &run, at: now)
        case .log, .finished: break
        }
    }

    private mutating func connect(_ event: ClientEvent, in run: inout RoomRun, at now: LoadTime) {
        join = JoinAttempt(intended: intended(script.intendedTime, run.isTick, at: now), attempted: now)
        if case .over = client.stage {
            // A user that comes again after leaving is a new member.
            hasBeenIn = false
            timesLeft += 1
            client = run.client(named: name, token: token, part, life: timesLeft)
        }
        run.recorder.acted(at: now)
        tellClient(event, in: &run, at: now)
    }

    /// A moment of the runner, which counts in milliseconds. Effects of an event are intended when the event comes.
    private func intended(_ moment: Instant, _ isTick: Bool, at now: LoadTime) -> LoadTime {
        if !isTick, moment == now.instant { return now }
        return max(LoadTime(moment), startsAt)
    }
}

extension ClientEnd {
    /// The reason for the run's result when a user ends like this.
    fileprivate var connectFailure: ConnectFailure? {
        switch self {
        case .left, .unreachable: nil
        case .refused(.version, _), .incomprehensible: ConnectFailure(.version, text)
        case .refused, .closed, .roomClosed, .notFound: ConnectFailure(.refused, text)
        case .certificateRejected: ConnectFailure(.certificateRejected, text)
        }
    }

    fileprivate var text: String {
        switch self {
        case .left: "it has left"
        case .refused(let code, let reason): "\(code.rawValue) \(reason.isEmpty ? code.sentence : reason)"
        case .closed(let code, let reason): "\(code) \(reason)"
        case .roomClosed(let reason, _): ClientEnd.refused(.roomClosed, reason: reason).text
        case .unreachable(let attempts, let reason): "\(attempts) attempts, the last: \(reason)"
        case .certificateRejected(let reason), .incomprehensible(let reason), .notFound(let reason): reason
        }
    }
}
