package import PagingContent
package import PagingEngine
package import PagingRoom
package import PagingWire

/// A member of a room without a socket: it joins, follows, reconnects by itself, and keeps an exact replica.
///
/// The parts: `ConnectionCycle` (stages, retries), `PendingRequests` (numbers, answers, own steps), `ClockSync` (server
/// time, pings) and `RenderReport` (reports of the drawn picture). This file wires them to messages and effects.
package struct ClientCore: Sendable {
    /// Transitions: apart → connecting → joining → following; connecting, joining, following → waiting →
    /// connecting; any → apart on `abort`, any → over.
    package enum Stage: Hashable, Sendable {
        /// Not connected, and not trying to connect.
        case apart
        case connecting
        /// Connected, waiting for the welcome.
        case joining
        case following
        /// Between two attempts.
        case waiting(until: Instant)
        case over(ClientEnd)
    }

    private let settings: ClientSettings
    private var cycle: ConnectionCycle
    private var requests = PendingRequests()
    private var sync = ClockSync()
    private var report = RenderReport()
    /// Whether the server has announced on this connection that the room ends.
    private var isRoomEnding = false
    /// The room as this member knows it; kept while there is no connection.
    package private(set) var replica: Replica?
    /// The event stream of the replica; between a welcome and its snapshot it may be an earlier one.
    private var replicaEpoch: Epoch?
    /// The event stream of the room, as the last welcome or a later snapshot named it.
    package private(set) var epoch: Epoch?
    package private(set) var welcome: Welcome?
    /// To presenters only: the notes of the window's pages.
    package private(set) var notes: [PageNotes] = []
    /// To presenters only: which members show what the room shows.
    package private(set) var inStep: InStep?

    /// - Parameter seed: randomness for the waits between attempts.
    package init(settings: ClientSettings, seed: UInt64) {
        self.settings = settings
        cycle = ConnectionCycle(seed: seed)
    }

    package var stage: Stage { cycle.stage }
    /// Attempts in a row that did not lead into the room; with several addresses, rounds of attempts.
    package var failedAttempts: Int { cycle.failedAttempts }
    /// The number of the room's addresses; each `ClientEffect.connect` is for the next one in turn.
    package var addresses: Int {
        get { cycle.addresses }
        set { cycle.addresses = newValue }
    }
    package var clock: ServerClock { sync.clock }

    /// The moment `now` of the own clock, on both clocks.
    package func time(at now: Instant) -> RoomTime { RoomTime(room: clock.time(at: now) ?? now, own: now) }

    /// When `tick` has something to do.
    package var nextDeadline: Instant? { stage == .following ? sync.nextDeadline : cycle.nextDeadline }

    /// The start of the next own step: the target as it will be once the own steps are answered.
    package var stepPlace: StepPlace? { requests.stepPlace ?? replica?.stepPlace }

    /// Whether the own unanswered steps lead to a page that this client does not know yet, or did not when it asked. Where
    /// another step leads from there depends on the steps of that page, so it has to wait for the answer.
    package var isStepUncertain: Bool {
        guard let page = requests.stepPlace?.page, let replica else { return false }
        return requests.isStepPlaceGuessed || !replica.knows(page)
    }

    /// The page of `stepPlace`.
    package var stepTarget: PageIndex? { stepPlace?.page }

    package mutating func handle(_ event: ClientEvent, at now: Instant, into effects: inout [ClientEffect]) {
        if case .over = stage { return }
        switch event {
        case .start, .reconnect: connect(at: now, into: &effects)
        case .opened: join(at: now, into: &effects)
        case .received(let messages): receive(messages, at: now, into: &effects)
        case .unreadable(let reason): end(.incomprehensible(reason), into: &effects)
        case .closed(let code, let reason):
            // Reports of a connection that was given up already are ignored.
            if cycle.hasConnection { closed(code, reason, at: now, into: &effects) }
        case .failed(let reason):
            if cycle.hasConnection { retry(reason, at: now, into: &effects) }
        case .notFound(let reason):
            // A server that had the room before may be about to return.
            guard cycle.hasConnection else { return }
            if welcome == nil, cycle.isLastOfRound { return end(.notFound(reason), into: &effects) }
            retry(reason, at: now, into: &effects)
        case .certificateRejected(let reason):
            guard cycle.hasConnection else { return }
            guard cycle.isLastOfRound else { return retry(reason, at: now, into: &effects) }
            end(.certificateRejected(reason), into: &effects)
        case .leave: leave(into: &effects)
        case .abort: abort(into: &effects)
        case .tick: tick(at: now, into: &effects)
        }
    }

    /// Asks the room for something; nil when not in the room or when the request has no answer.
    @discardableResult
    package mutating func request(_ request: Request, into effects: inout [ClientEffect]) -> RequestID? {
        guard stage == .following else { return nil }
        if request.isSample {
            effects.append(.send(.request(nil, request, grant: heldGrant)))
            return nil
        }
        let id: RequestID
        if case .step(let direction, let page, let shown) = request {
            let place = replica?.place(after: direction, from: page, shown: shown)
            let isKnown = place.map { replica?.knows($0.page) ?? false } ?? true
            id = requests.addStep(to: place, isGuessed: !isKnown)
        } else {
            id = requests.add()
        }
        effects.append(.send(.request(id, request, grant: request.isMove ? heldGrant : nil)))
        return id
    }

    /// Asks for pages outside the window, answered by `ClientEffect.pages`; nil when not in the room.
    ///
    /// - Parameter count: between 1 and `Limits.requestedPages`.
    @discardableResult
    package mutating func pages(
        from first: PageIndex, count: Int, into effects: inout [ClientEffect]
    ) -> RequestID? {
        precondition((1...Limits.requestedPages).contains(count), "expected 1 to \(Limits.requestedPages) pages")
        return ask(into: &effects) { .pages($0, from: first, count: count) }
    }

    /// Asks for a file that pages refer to, answered by `ClientEffect.asset` or a refusal; nil when not in the room. Ask
    /// for the next one after the answer.
    @discardableResult
    package mutating func getAsset(_ name: AssetName, into effects: inout [ClientEffect]) -> RequestID? {
        ask(into: &effects) { .getAsset($0, name) }
    }

    /// Gives the room a file that its pages refer to; nil when not in the room. Give the next one after the answer.
    @discardableResult
    package mutating func upload(_ asset: Asset, into effects: inout [ClientEffect]) -> RequestID? {
        ask(into: &effects) { .asset($0, asset) }
    }

    private mutating func ask(
        into effects: inout [ClientEffect], _ message: (RequestID) -> ClientMessage
    ) -> RequestID? {
        guard stage == .following else { return nil }
        let id = requests.nextID()
        effects.append(.send(message(id)))
        return id
    }

    /// Takes note whether the member's window is too small for the whole page, and tells presenters.
    package mutating func setCut(_ isCut: Bool, into effects: inout [ClientEffect]) {
        report.setCut(isCut)
        sendReport(into: &effects)
    }

    /// The fencing token of the baton as long as this member holds it, as far as it knows.
    private var heldGrant: FencingToken? {
        guard let control = replica?.control, let welcome, control.holder == welcome.member else { return nil }
        return control.grant
    }

    // MARK: Connection

    /// Gives the attempt that has just begun its whole time from `now` on.
    package mutating func restartAttempt(at now: Instant) {
        cycle.restartAttempt(at: now, timeoutMilliseconds: settings.welcomeMilliseconds)
    }

    private mutating func connect(at now: Instant, into effects: inout [ClientEffect]) {
        guard cycle.connect(at: now, timeoutMilliseconds: settings.welcomeMilliseconds) else { return }
        effects.append(.connect)
    }

    private mutating func join(at now: Instant, into effects: inout [ClientEffect]) {
        guard cycle.join(at: now) else { return }
        requests.restart()
        isRoomEnding = false
        var join = settings.join
        join.knowsEpochs = true
        if let welcome, let replica {
            join.session = welcome.session
            join.since = replicaEpoch.map { Join.Since(epoch: $0, sequence: replica.sequence) }
        }
        effects.append(.send(.join(requests.nextID(), join)))
    }

    private mutating func closed(
        _ code: UInt16?, _ reason: String, at now: Instant, into effects: inout [ClientEffect]
    ) {
        forgetConnection(into: &effects)
        guard let code, let known = CloseCode(rawValue: code) else {
            if let code, CloseCode.final.contains(code) {
                return end(.closed(code: code, reason: reason), into: &effects)
            }
            return retry(reason.isEmpty ? CloseCode.sentence(of: code) : reason, at: now, into: &effects)
        }
        if known == .roomClosed {
            return end(.roomClosed(reason: reason, isAnnounced: isRoomEnding), into: &effects)
        }
        // The server at another address may have the room.
        let mayBeElsewhere = known == .noSuchRoom && !cycle.isLastOfRound
        guard known.invitesReturn || mayBeElsewhere else { return end(.refused(known, reason: reason), into: &effects) }
        retry(known.sentence, at: now, into: &effects)
    }

    private mutating func retry(_ reason: String, at now: Instant, into effects: inout [ClientEffect]) {
        let limit = welcome == nil ? settings.attempts : settings.attemptsToReturn
        switch cycle.lose(at: now, limit: limit, retry: welcome?.retry ?? settings.retry) {
        case .next: connect(at: now, into: &effects)
        case .giveUp(let attempts): end(.unreachable(attempts: attempts, reason: reason), into: &effects)
        case .retry(let milliseconds): effects.append(.waiting(milliseconds: milliseconds, reason: reason))
        }
    }

    /// Drops a connection that is of no use and reconnects.
    private mutating func replaceConnection(_ reason: String, at now: Instant, into effects: inout [ClientEffect]) {
        effects.append(.drop)
        forgetConnection(into: &effects)
        retry(reason, at: now, into: &effects)
    }

    private mutating func leave(into effects: inout [ClientEffect]) {
        if stage == .following { effects.append(.send(.leave(requests.nextID()))) }
        switch stage {
        case .joining, .following: effects.append(.close)
        case .connecting: effects.append(.drop)
        case .apart, .waiting, .over: break
        }
        end(.left, into: &effects)
    }

    private mutating func abort(into effects: inout [ClientEffect]) {
        if cycle.hasConnection { effects.append(.drop) }
        forgetConnection(into: &effects)
        cycle.stayApart()
    }

    private mutating func end(_ end: ClientEnd, into effects: inout [ClientEffect]) {
        if case .incomprehensible = end { effects.append(.close) }
        forgetConnection(into: &effects)
        cycle.end(end)
        effects.append(.ended(end))
    }

    private mutating func forgetConnection(into effects: inout [ClientEffect]) {
        for id in requests.abandon() { effects.append(.unanswered(id)) }
        sync.disconnect()
    }

    private mutating func tick(at now: Instant, into effects: inout [ClientEffect]) {
        guard let deadline = nextDeadline, deadline <= now else { return }
        switch stage {
        case .apart, .over: break
        case .waiting: connect(at: now, into: &effects)
        case .connecting, .joining:
            replaceConnection("no welcome within \(settings.welcomeMilliseconds) ms", at: now, into: &effects)
        case .following:
            if sync.isDead(at: now) { return replaceConnection("no pong", at: now, into: &effects) }
            guard sync.needsPing(at: now) else { return }
            let id = requests.nextID()
            sync.ping(id, at: now, settings: settings)
            effects.append(.send(.ping(id)))
        }
    }

    // MARK: Messages

    private mutating func receive(_ messages: [ServerMessage], at now: Instant, into effects: inout [ClientEffect]) {
        for message in messages {
            switch stage {
            case .joining, .following: take(message, at: now, into: &effects)
            case .apart, .connecting, .waiting, .over: return
            }
        }
        sendReport(into: &effects)
    }

    private mutating func sendReport(into effects: inout [ClientEffect]) {
        // Between the welcome of another event stream and its snapshot, the picture still is the old one.
        guard report.hasChanges, stage == .following, replicaEpoch == epoch, let replica else { return }
        if let message = report.next(replica, isEnabled: settings.saysDrawn) { effects.append(.send(message)) }
    }

    private mutating func take(_ message: ServerMessage, at now: Instant, into effects: inout [ClientEffect]) {
        switch message {
        case .welcome(let welcome): enter(welcome, at: now, into: &effects)
        case .snapshot(let snapshot): replaceReplica(by: snapshot, into: &effects)
        case .event(let event): apply(event, at: now, into: &effects)
        case .unknown(let sequence): if replicaEpoch == epoch { replica?.skip(sequence) }
        case .offset(var offset):
            if receivesFrames { offset.velocity = .zero }
            guard let known = replica?.sequence, offset.sequence >= known else { return }
            replica?.apply(offset)
            effects.append(.moved(offset))
        case .answer(let answer): take(answer, into: &effects)
        case .pong(let id, let server): sync.pong(id, server: server, at: now)
        case .pages(let id, let pages): effects.append(.pages(id, pages))
        case .asset(let id, let asset): effects.append(.asset(id, asset))
        case .notes(let pages):
            notes = pages
            effects.append(.notes(pages))
        case .inStep(let record):
            inStep = record
            effects.append(.inStep(record))
        case .notice(let notice): effects.append(.notice(notice))
        case .closing(let code, let reason, _):
            isRoomEnding = code == .roomClosed
            effects.append(.notice(Notice(level: .warning, text: reason)))
        }
    }

    /// Whether the room sends every position of a drag, so that nothing is extrapolated.
    private var receivesFrames: Bool { settings.join.offsets == .frames }

    private mutating func enter(_ welcome: Welcome, at now: Instant, into effects: inout [ClientEffect]) {
        guard cycle.welcome() else { return }
        sync.welcome(
            isOtherServer: epoch != welcome.epoch, sentAt: cycle.joinSentAt, server: welcome.now, at: now)
        self.welcome = welcome
        epoch = welcome.epoch
        (notes, inStep) = ([], nil)
        report.restart()
        effects.append(.joined(welcome))
    }

    private mutating func replaceReplica(by snapshot: Snapshot, into effects: inout [ClientEffect]) {
        replica = snapshot.replica
        if receivesFrames { replica?.motion = nil }
        replicaEpoch = snapshot.epoch
        report.pictureChanged()
        if stage == .following, snapshot.epoch != epoch {
            // The room has another owner. The connection goes on: its clock, its request numbers, and what waits for
            // answers.
            epoch = snapshot.epoch
            inStep = nil
            report.restart()
        }
        effects.append(.replaced)
    }

    private mutating func apply(_ event: Event, at now: Instant, into effects: inout [ClientEffect]) {
        switch replicaEpoch == epoch ? replica?.apply(event) : nil {
        case .applied:
            if event.change.changesPicture { report.pictureChanged() }
            effects.append(.happened(event))
        case .repeated: break
        case .gap, nil:
            replaceConnection("event \(event.sequence.number) came too early", at: now, into: &effects)
        }
    }

    private mutating func take(_ answer: Answer, into effects: inout [ClientEffect]) {
        switch answer {
        case .accepted(let id, _, _):
            requests.accept(id)
            effects.append(.answered(id, answer))
        case .refused(let id?, _, _):
            requests.refuse(id)
            effects.append(.answered(id, answer))
        case .refused(nil, let refusal, _):
            effects.append(.notice(Notice(level: .warning, text: refusal.reason)))
        }
    }
}
