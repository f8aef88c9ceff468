package import PagingContent
package import PagingEngine
package import PagingRoom

/// Plays a script without a network: its actors, a room and the latency between them, on a virtual clock.
///
/// Every message takes the same time each way, so actors act on what they saw, not on what is: two of them can press
/// *next* in the same instant. The same script and seed give the same run.
package struct OfflineStage {
    /// The latency of a message each way without the caller's choice: a good network.
    package static let standardLatencyMilliseconds: Int64 = 5

    /// The virtual clock; it starts at 0.
    package private(set) var now = Instant(milliseconds: 0)
    package private(set) var room: Room
    /// The log so far. The caller may remove lines.
    package var log: [LogLine] = []
    private var runner: ScriptRunner
    private var connections: [StageConnection]
    private var mail: StageMail
    /// The newest events, for members that reconnect.
    private(set) var history: [Event] = []

    /// - Parameters:
    ///   - decks: The pages of every path in `script.deckPaths`.
    ///   - latencyMilliseconds: the latency of a message each way, at least 1.
    package init(
        script: Script, decks: [String: [Page]] = [:], seed: UInt64,
        latencyMilliseconds: Int64 = standardLatencyMilliseconds
    ) throws(ScriptError) {
        precondition(latencyMilliseconds >= 1, "A message takes time: at no latency everybody would know everything")
        runner = try ScriptRunner(script: script, decks: decks, seed: seed, start: now)
        room = Room(
            name: "offline", epoch: Epoch("offline"), supplier: try script.supplier(decks: decks),
            configuration: Configuration(script.room.preset), now: now)
        connections = script.actors.map { _ in StageConnection() }
        mail = StageMail(latencyMilliseconds: latencyMilliseconds)
        play(.tick)
    }

    package var script: Script { runner.script }

    /// Whether every actor has ended.
    package var isFinished: Bool { runner.isFinished }

    /// The differences from the script.
    package var failures: [ScriptFailure] { runner.failures }

    /// The room as an actor knows it; nil before it joined and after it left. Evaluate it at `now`.
    package func replica(of actor: Int) -> Replica? { connections[actor].replica }

    /// Whether an actor is connected.
    package func isConnected(_ actor: Int) -> Bool { connections[actor].isInside }

    /// The current line of an actor; nil when it has ended.
    package func line(of actor: Int) -> Int? { runner.line(of: actor) }

    /// The time of the next event; nil when none will happen.
    package var nextDeadline: Instant? {
        [runner.nextDeadline, room.nextDeadline, mail.nextDue].compactMap(\.self).min()
    }

    /// Plays everything that happens up to `end`, and sets the clock to it.
    package mutating func advance(to end: Instant) {
        while let next = nextDeadline, next <= end {
            now = max(now, next)
            playMoment()
        }
        now = max(now, end)
    }

    /// Plays until every actor has ended, at most up to `limit`.
    package mutating func finish(by limit: Instant) {
        while !isFinished, let next = nextDeadline, next <= limit { advance(to: next) }
    }

    private mutating func playMoment() {
        if let due = room.nextDeadline, due <= now {
            inRoom { room, now, effects in room.tick(at: now, into: &effects) }
        }
        while let message = mail.receive(at: now) { deliver(message) }
        if let due = runner.nextDeadline, due <= now { play(.tick) }
    }

    /// Hands an input to the runner and performs its effects.
    private mutating func play(_ input: RunnerInput) {
        var effects: [RunnerEffect] = []
        runner.handle(input, at: now, into: &effects)
        for effect in effects { perform(effect) }
    }

    /// Changes the room and sends its effects.
    private mutating func inRoom(_ action: (inout Room, Instant, inout [RoomEffect]) -> Void) {
        var effects: [RoomEffect] = []
        action(&room, now, &effects)
        for effect in effects { publish(effect) }
    }
}

/// The actors' side: the messages they send, and those they receive.
extension OfflineStage {
    private mutating func perform(_ effect: RunnerEffect) {
        switch effect {
        case .connect(let actor):
            connections[actor].connect()
            send(.join, from: actor)
        case .reconnect(let actor):
            connections[actor].connect()
            guard let session = connections[actor].session, let replica = connections[actor].replica else {
                return send(.join, from: actor)
            }
            send(.rejoin(session, since: replica.sequence), from: actor)
        case .request(let actor, let tag, let request):
            let id = tag.map { connections[actor].number($0) }
            send(.request(id, request), from: actor)
        case .cut(let actor):
            send(.lost, from: actor)
            connections[actor].isInside = false
        case .leave(let actor):
            send(.leave, from: actor)
            connections[actor].isInside = false
            connections[actor].replica = nil
            connections[actor].session = nil
        case .log(let line): log.append(line)
        case .finished: break
        }
    }

    private mutating func send(_ content: StageMail.Content, from actor: Int) {
        mail.send(content, actor: actor, connection: connections[actor].id, at: now)
    }

    private mutating func deliver(_ message: StageMail.SentMessage) {
        switch message.content {
        case .join, .rejoin, .request, .leave, .lost: handle(message)
        case .welcome, .unknownSession, .event, .offset, .answer:
            guard message.connection == connections[message.actor].id else { return }
            arrive(message.content, message.actor)
        }
    }

    private mutating func arrive(_ content: StageMail.Content, _ actor: Int) {
        switch content {
        case .welcome(let session, let welcome):
            connections[actor].isInside = true
            connections[actor].session = session
            catchUp(with: welcome, actor)
        case .unknownSession: play(.refused(actor: actor, reason: "away for too long"))
        case .event(let event) where connections[actor].isInside: see(event, actor)
        case .offset(let offset) where connections[actor].isInside:
            connections[actor].replica?.apply(offset)
            guard let replica = connections[actor].replica else { return }
            play(.changed(actor: actor, by: nil, replica, serverTime: now))
        case .answer(let answer) where connections[actor].isInside:
            guard let id = answer.id, let tag = connections[actor].tag(of: id) else { return }
            play(.answered(actor: actor, tag, answer))
        default: break
        }
    }

    private mutating func catchUp(with welcome: StageMail.Welcome, _ actor: Int) {
        switch welcome {
        case .snapshot(let replica): connections[actor].replica = replica
        case .missed(let events):
            log(events.count, actor)
            for event in events { see(event, actor) }
        }
        guard let replica = connections[actor].replica else { return }
        play(.joined(actor: actor, replica, serverTime: now))
    }

    private mutating func log(_ missed: Int, _ actor: Int) {
        let line = runner.line(of: actor) ?? script.actors[actor].line
        let text = "resumes with \(missed) events it missed"
        log.append(LogLine(at: now, actor: script.actors[actor].name, line: line, text: text))
    }

    private mutating func see(_ event: Event, _ actor: Int) {
        let result = connections[actor].replica?.apply(event)
        precondition(result != .gap, "The stage delivers every event once and in order")
        guard result == .applied, let replica = connections[actor].replica else { return }
        play(.changed(actor: actor, by: event, replica, serverTime: now))
    }
}

/// The room's side: its members, and the messages to them.
extension OfflineStage {
    /// The number of events kept, as by a server; a member that was away longer gets a snapshot.
    private static let historyLimit = 1_024

    private mutating func handle(_ message: StageMail.SentMessage) {
        let actor = message.actor
        switch message.content {
        case .join: join(actor, message.connection)
        case .rejoin(let session, let since): rejoin(actor, session, since, message.connection)
        case .request(let id, let request):
            guard let member = connections[actor].member else { return }
            inRoom { room, now, effects in room.handle(request, id: id, from: member, at: now, into: &effects) }
        case .leave:
            guard let member = connections[actor].member else { return }
            dismiss(actor)
            inRoom { room, now, effects in room.leave(member, at: now, into: &effects) }
        case .lost:
            guard let member = connections[actor].member else { return }
            dismiss(actor)
            inRoom { room, now, effects in room.disconnect(member, at: now, into: &effects) }
        case .welcome, .unknownSession, .event, .offset, .answer:
            preconditionFailure("Actors do not say this to a room")
        }
    }

    private mutating func join(_ actor: Int, _ connection: Int) {
        let part = script.actors[actor]
        let session = Session("offline-\(actor)-\(connection)")
        var member: MemberID?
        inRoom { room, now, effects in
            member = room.join(name: part.name, role: part.role, session: session, at: now, into: &effects)
        }
        connections[actor].member = member
        welcome(actor, connection, session, .snapshot(room.snapshot(at: now)))
    }

    private mutating func rejoin(_ actor: Int, _ session: Session, _ since: Sequence, _ connection: Int) {
        var member: MemberID?
        inRoom { room, now, effects in member = room.rejoin(session, at: now, into: &effects) }
        guard let member else {
            return mail.send(.unknownSession, actor: actor, connection: connection, at: now)
        }
        connections[actor].member = member
        let missed = history.filter { $0.sequence > since }
        let isComplete = Int64(missed.count) == room.sequence.number - since.number
        welcome(actor, connection, session, isComplete ? .missed(missed) : .snapshot(room.snapshot(at: now)))
    }

    private mutating func welcome(
        _ actor: Int, _ connection: Int, _ session: Session, _ welcome: StageMail.Welcome
    ) {
        connections[actor].listening = connection
        mail.send(.welcome(session, welcome), actor: actor, connection: connection, at: now)
    }

    private mutating func dismiss(_ actor: Int) {
        connections[actor].member = nil
        connections[actor].listening = nil
    }

    private mutating func publish(_ effect: RoomEffect) {
        switch effect {
        case .event(let event):
            if history.count == OfflineStage.historyLimit { history.removeFirst() }
            history.append(event)
            broadcast(.event(event))
        case .offset(let offset, _): broadcast(.offset(offset))
        case .answer(let member, let answer):
            guard let actor = connections.firstIndex(where: { $0.member == member }),
                let line = connections[actor].listening
            else { return }
            mail.send(.answer(answer), actor: actor, connection: line, at: now)
        case .notes, .inStep, .removed, .audienceRules, .audienceNumbers: break
        }
    }

    private mutating func broadcast(_ content: StageMail.Content) {
        for actor in connections.indices {
            guard let connection = connections[actor].listening else { continue }
            mail.send(content, actor: actor, connection: connection, at: now)
        }
    }
}
