package import Metrics
package import PagingEngine
package import PagingRoom
package import PagingWire

/// One loop of the server, without a socket: events go in, effects come out.
///
/// The loop is the home of some rooms and mirrors those that its connections have joined elsewhere. Home and mirror
/// exchange `LoopMessage`s; between two loops the shell carries them, within one loop they stay here. All output for a
/// connection goes out in one message at the end of an event.
///
///     event ─→ sessions ──requests──→ (inbox or other loop) ─→ joining ─→ hosted ──publications──→ relays ─→ effects
///                  ↑                                                                                 │
///                  └──────────────── subscriptions: which subscriber belongs to which connection ────┘
///
/// This file connects the parts; each owns its state and writes to `output`.
package struct ServerCore: Sendable {
    /// Connections: liveness, rate limits, what each may do.
    private(set) var sessions: SessionTable
    /// Joins: token → home → commit → subscriber.
    private(set) var joining: JoinPipeline
    /// Rooms of this loop: the only place where a room is changed.
    private(set) var hosted: HostedRooms
    /// Subscribers of rooms, here or elsewhere: cursors, and when each is served.
    private(set) var relays: RelayTable
    /// Effects, messages, counters.
    private var output: LoopOutput
    /// Connections that are about to end.
    private var departures = Departures()
    /// The code and reason for connections once the process is going away: whether they may return.
    private var drainEnd: (code: CloseCode, reason: String)?
    /// The reason why the store takes nothing at present.
    private var storeTrouble: String?
    /// The rooms that start or are handed over; nil for a single server.
    private var transitions: RoomTransitions?
    private let configured: ConfiguredRooms
    private let settings: ServerSettings
    /// The moment at which `tick` has something to do. Stored, because computing it for a caller would copy the core.
    package private(set) var nextDeadline: Instant?

    static let drainReason = "the server is going away"
    static let closedReason = "the presentation has ended"
    static let movedReason = "the room has another owner; come back"

    package init(
        loop: Int, loops: Int, settings: ServerSettings, rooms: [RoomSpec], now: Instant,
        encode: @escaping @Sendable (ServerMessage) -> [UInt8]
    ) {
        self.settings = settings
        configured = ConfiguredRooms(rooms, settings)
        transitions = settings.cluster.map { _ in RoomTransitions() }
        output = LoopOutput(loop: loop, loops: loops, encode: encode)
        sessions = SessionTable(settings, loop: loop, at: now)
        joining = JoinPipeline(settings, rooms: configured.count)
        hosted = HostedRooms(settings, loops: loops)
        relays = RelayTable(settings, loops: loops)
        if settings.cluster == nil {
            for spec in rooms where RoomSpec.home(of: spec.name, loops: loops) == loop && spec.damage == nil {
                hosted.create(spec, epoch: settings.epoch, at: now)
            }
        }
        nextDeadline = nextMoment
    }

    private var nextMoment: Instant? {
        let ofConnections = earliest(sessions.nextDeadline, departures.nextMoment)
        return earliest(ofConnections, earliest(hosted.wakes.first, relays.nextDeadline))
    }

    // MARK: Events

    /// Handles `event` and appends what the shell must do.
    package mutating func handle(_ event: ServerEvent, at now: Instant, into effects: inout [ServerEffect]) {
        output.exchange(&effects)
        perform(event, at: now)
        settle(at: now)
        output.exchange(&effects)
    }

    /// Handles `events` in their order; all their output for a connection goes out in one message.
    package mutating func handle(_ events: [ServerEvent], at now: Instant, into effects: inout [ServerEffect]) {
        output.exchange(&effects)
        for event in events {
            perform(event, at: now)
            deliverInbox(at: now)
        }
        settle(at: now)
        output.exchange(&effects)
    }

    /// Performs an operator's order to a room of this loop and appends what the shell must do.
    package mutating func operate(
        _ operation: RoomOperation, on room: String, at now: Instant, into effects: inout [ServerEffect]
    ) -> RoomOperationOutcome {
        output.exchange(&effects)
        let outcome = hosted.operate(operation, on: room, at: now, into: &output)
        settle(at: now)
        output.exchange(&effects)
        return outcome
    }

    private mutating func perform(_ event: ServerEvent, at now: Instant) {
        switch event {
        case .opened(let peer, let room, let secret): open(peer, room: room, secret: secret, at: now)
        case .received(let peer, let objects): receive(objects, from: peer, at: now)
        case .authorized(let peer, let authorization): authorize(peer, authorization)
        case .revoked(let peer): end(peer, .unauthorized, "the token was revoked")
        case .pong(let peer): sessions.receivedPong(peer)
        case .choked(let peer): setChoked(peer, since: now)
        case .writable(let peer):
            sessions.restartPongLimit(of: peer, at: now)
            setChoked(peer, since: nil)
        case .closed(let peer):
            if let end = sessions.remove(peer) { detach(peer, end, politely: end.saidGoodbye) }
        case .messages(let messages): output.receive(messages)
        case .tick: tick(at: now)
        case .committed(let positions): hosted.markCommitted(positions, at: now, into: &output)
        case .storeTrouble(let trouble): setStoreTrouble(trouble)
        case .drain(let milliseconds, let closesRooms): drain(within: milliseconds, closesRooms, at: now)
        case .cluster(let command): perform(command, at: now)
        }
    }

    private mutating func tick(at now: Instant) {
        relays.resumeLateRooms(at: now)
        relays.releaseCrowds(at: now)
        hosted.wake(at: now, into: &output)
        endDeparting(at: now)
        sessions.releaseSamples(at: now, into: &output)
        relays.sendDrawn(at: now, into: &output)
        let due = sessions.checkTimeLimits(at: now)
        for exceeded in due.exceeded { end(exceeded.peer, exceeded.code, exceeded.reason) }
        if !due.pings.isEmpty { output.append(.ping(due.pings)) }
    }

    /// Drains the inbox, then flushes once: a second flush could reach a connection that the first one choked, and its
    /// message would be dropped.
    private mutating func settle(at now: Instant) {
        repeat {
            deliverInbox(at: now)
            relays.requestResets(into: &output)
            transitions?.settle(&hosted, into: &output)
        } while output.hasMessages
        sessions.flush(into: &output)
        relays.flush(at: now, into: &output)
        output.endTurn()
        nextDeadline = nextMoment
    }

    // MARK: Messages between home and mirror

    private mutating func deliverInbox(at now: Instant) {
        while let message = output.takeMessage() { pass(message, isForeign: false, at: now) }
    }

    /// Delivers a message. In a cluster it may have to wait, or go to another node.
    private mutating func pass(_ message: LoopMessage, isForeign: Bool, at now: Instant) {
        if transitions?.diverts(message, isForeign: isForeign, of: hosted, into: &output) == true { return }
        deliver(message, at: now)
    }

    private mutating func perform(_ command: ClusterCommand, at now: Instant) {
        if case .messages(let messages) = command {
            for message in messages {
                pass(message, isForeign: true, at: now)
                deliverInbox(at: now)
            }
        }
        for message in transitions?.perform(command, on: &hosted, at: now, into: &output) ?? [] {
            deliver(message, at: now)
        }
    }

    private mutating func deliver(_ message: LoopMessage, at now: Instant) {
        switch message {
        case .requestJoin(let room, let request):
            joining.requestJoin(room, request, in: &hosted, at: now, into: &output)
        case .withdrawn(let room, let address): joining.withdraw(room, address, in: &hosted, at: now, into: &output)
        case .request(let room, let member, let address, let id, let request, let token):
            hosted.handle(request, id, token: token, from: member, at: address, in: room, now: now, into: &output)
        case .sideRequest(let room, let member, let address, let id, let request):
            hosted.answer(request, of: member, at: address, in: room, id, into: &output)
        case .left(let room, let member, let address, let politely):
            hosted.leave(room, member, address, politely: politely, at: now, into: &output)
        case .resync(let room, let address): hosted.resync(room, address, at: now, into: &output)
        case .drawn(let room, let drawn): hosted.take(drawn, of: room, at: now, into: &output)
        case .reopen(let room, let request): hosted.reopen(room, request, at: now, into: &output)
        case .audience(let room, let word): hosted.take(word, of: room, at: now, into: &output)
        case .audienceRequest(let room, let address, let id, let request):
            hosted.answerAudience(request, at: address, in: room, id, into: &output)
        case .joinGranted(let peer, let granted): addSubscriber(peer, granted)
        case .publish(let room, let publication): relays.publish(publication, to: room, at: now)
        case .reply(let peer, let frame, _): reply(frame, to: peer)
        case .sideAnswer(let peer, let frame, _):
            sessions.sideAnswered(peer)
            reply(frame, to: peer)
        case .reset(let peer, let frame, let sequence):
            if let place = sessions.subscription(of: peer) { relays.reset(place, with: frame, at: sequence) }
        case .epochChanged(let room, let change): changeEpoch(of: room, change, at: now)
        case .dismissed(let peer, let code, let reason): end(peer, code, reason)
        case .roomWanted(let room, let other): joining.decideRoom(room, for: other, into: &output)
        case .roomDecided(let room, let isGranted):
            joining.createRoom(room, isGranted: isGranted, in: &hosted, at: now, into: &output)
        case .roomGone: joining.roomGone()
        case .roomHosted, .readyToHandOver, .seats, .audienceRules, .audienceNumbers: break
        }
    }

    // MARK: Connections

    private mutating func open(_ peer: PeerID, room: String, secret: Session, at now: Instant) {
        sessions.open(peer, room: room, secret: secret, at: now)
        if let refusal = drainEnd ?? configured.refusal(of: room) { end(peer, refusal.code, refusal.reason) }
    }

    private mutating func receive(_ objects: [Result<ClientMessage, Malformed>], from peer: PeerID, at now: Instant) {
        guard let session = sessions.hear(peer, at: now) else { return }
        for (index, object) in objects.enumerated() {
            if sessions.isClosing(session) { return }
            if objects.isOvertaken(at: index) { continue }
            perform(sessions.receive(object, from: session, at: now, into: &output), of: peer, at: now)
        }
    }

    private mutating func perform(_ step: SessionStep, of peer: PeerID, at now: Instant) {
        switch step {
        case .none: break
        case .join(let request): requestJoin(peer, request)
        case .pong(let id): reply(output.encode(.pong(id, now: now)), to: peer)
        case .goodbye(let id): reply(output.encode(.answer(.accepted(id, newestSequence(for: peer)))), to: peer)
        case .drawn(let drawn, let place): relays.collect(drawn, of: place, at: now)
        case .refuse(let id, let refusal, let ending):
            reply(output.encode(.answer(.refused(id, refusal, newestSequence(for: peer)))), to: peer)
            if let ending { end(peer, ending.code, ending.reason) }
        case .end(let code, let reason): end(peer, code, reason)
        }
    }

    /// The newest event of the connection's room that is known here.
    private func newestSequence(for peer: PeerID) -> Sequence {
        sessions.room(of: peer).map { relays.newestSequence(of: $0) } ?? Sequence(0)
    }

    private mutating func authorize(_ peer: PeerID, _ authorization: Authorization) {
        guard sessions.isAuthorizing(peer) else { return }
        switch authorization {
        case .granted(let role, let name, let mayCreate, let credential, let token):
            guard
                var request = sessions.authorize(peer, as: role, name: name, mayCreate: mayCreate, token: token)
            else { return }
            request.credential = credential
            requestJoin(peer, request)
        case .unauthorized(let reason): refuseJoin(peer, .unauthorized, reason)
        case .forbidden(let reason): refuseJoin(peer, .forbidden, reason)
        }
    }

    private mutating func requestJoin(_ peer: PeerID, _ request: JoinRequest) {
        guard let room = sessions.room(of: peer) else { return }
        output.sendToHome(of: room, .requestJoin(room: room, request))
        if storeTrouble != nil { reply(output.encode(.notice(storeNotice)), to: peer) }
    }

    private mutating func refuseJoin(_ peer: PeerID, _ code: CloseCode, _ reason: String) {
        output.count(.join, .forbidden)
        end(peer, code, reason)
    }

    private mutating func addSubscriber(_ peer: PeerID, _ granted: JoinGranted) {
        guard let waiting = sessions.takeReplies(ofJoining: peer) else {
            let address = Address(loop: output.loop, peer: peer)
            let message = LoopMessage.left(room: granted.room, granted.member, address, politely: false)
            return output.sendToHome(of: granted.room, message)
        }
        let index = relays.addSubscriber(peer, granted, behind: waiting.frames, isChoked: waiting.isChoked)
        sessions.subscribed(peer, granted.member, at: index)
        output.append(.joinCompleted(peer))
    }

    /// Queues a frame for a connection; one with too many unread answers is closed with 4001. A single answer may be of
    /// any size.
    private mutating func reply(_ frame: Frame, to peer: PeerID) {
        guard let place = sessions.queue(frame, for: peer) else { return }
        let waiting = relays.reply(frame, to: place)
        guard waiting > settings.answerBytes else { return }
        end(peer, .tooSlow, "\(waiting) bytes of answers unread")
    }

    private mutating func setChoked(_ peer: PeerID, since moment: Instant?) {
        guard let place = sessions.setChoked(peer, since: moment) else { return }
        relays.setChoked(place, moment != nil)
    }

    /// Sends the frames that wait for a connection alone, and closes it.
    private mutating func end(_ peer: PeerID, _ code: CloseCode, _ reason: String) {
        guard let end = sessions.beginClosing(peer) else { return }
        var last = end.replies
        if case .joined(let place) = end.attachment { last = relays.unsent(to: place) }
        detach(peer, end, politely: code == .removed)
        if !last.isEmpty, !end.isChoked { output.append(.send(MessageBuilder(last).bytes, to: [peer])) }
        output.log(.closing(Address(loop: output.loop, peer: peer), room: end.room, code, reason: reason))
        output.append(.close(peer, code, reason: reason))
    }

    /// Removes the connection's subscriber and informs the room's home.
    private mutating func detach(_ peer: PeerID, _ end: SessionEnd, politely: Bool) {
        let address = Address(loop: output.loop, peer: peer)
        switch end.attachment {
        case .none: break
        case .joining: output.sendToHome(of: end.room, .withdrawn(room: end.room, address))
        case .joined(let place):
            if let moved = relays.removeSubscriber(place) { sessions.subscriberMoved(of: moved, to: place.index) }
            output.sendToHome(of: end.room, .left(room: end.room, place.member, address, politely: politely))
        }
    }

    // MARK: Draining

    /// Informs all connections, and begins to end them.
    private mutating func drain(within milliseconds: Int64, _ closesRooms: Bool, at now: Instant) {
        guard drainEnd == nil else { return }
        let (code, reason): (CloseCode, String) =
            closesRooms ? (.roomClosed, ServerCore.closedReason) : (.goingAway, ServerCore.drainReason)
        drainEnd = (code, reason)
        let leaving = sessions.keys
        let frame = output.encode(.closing(code, reason: reason, withinMilliseconds: max(0, milliseconds)))
        for peer in leaving { reply(frame, to: peer) }
        departures.add(leaving, code, reason, at: now, withinMilliseconds: milliseconds)
        endDeparting(at: now)
    }

    private mutating func endDeparting(at now: Instant) {
        for departure in departures.due(at: now) { end(departure.peer, departure.code, departure.reason) }
    }

    /// The room has another owner: members that know epochs go on with its snapshot, the others return, evenly.
    private mutating func changeEpoch(of room: String, _ change: EpochChange, at now: Instant) {
        let (peers, leftBehind) = relays.changeEpoch(of: room, change)
        for peer in peers { sessions.forgetSideRequests(peer) }
        let limit = settings.budget.leftBehindMilliseconds
        departures.add(leftBehind, .moved, ServerCore.movedReason, at: now, withinMilliseconds: limit)
        endDeparting(at: now)
    }

    // MARK: Store

    /// Notes commits that nothing waits for, and returns the others.
    package mutating func markCommittedIfIdle(_ positions: [String: RecordNumber]) -> [String: RecordNumber] {
        transitions?.isEmpty == false ? positions : hosted.markCommittedIfIdle(positions)
    }

    /// Informs all members, and connections on their way into a room, that the store takes nothing, or works again.
    private mutating func setStoreTrouble(_ trouble: String?) {
        guard trouble != storeTrouble else { return }
        storeTrouble = trouble
        if output.loop == 0 { output.log(.storeTrouble(trouble)) }
        let frame = output.encode(.notice(storeNotice))
        for peer in sessions.members { reply(frame, to: peer) }
    }

    private var storeNotice: Notice {
        guard let storeTrouble else { return Notice(level: .info, text: "the server can save again; nothing was lost") }
        return Notice(level: .warning, text: "what happens waits to be saved: \(storeTrouble)")
    }
}

// MARK: - Inspection

extension ServerCore {
    /// The metrics for operators at `now`: counts only, never page content. Bytes, sockets, the journal and the loop
    /// itself are counted by the shell. It looks at every connection and room, so call it when somebody reads it.
    package func metrics(at now: Instant) -> ServerMetrics {
        var metrics = output.counts
        hosted.measure(into: &metrics)
        metrics.set(damagedRooms: ownDamaged.count)
        metrics.set(outboxAgeMilliseconds: sessions.oldestChoke.map { max(0, now.milliseconds(since: $0)) } ?? 0)
        return metrics
    }

    /// The rooms whose home is this loop, by name.
    package var roomStatuses: [RoomStatus] {
        hosted.statuses + ownDamaged
    }

    /// Members connected to this loop, by room, wherever its home is.
    package var memberCounts: [String: Int] { relays.memberCounts }

    private var ownDamaged: [RoomStatus] { configured.damagedStatuses(on: output.loop, of: output.loops) }

    /// Whether the connection has not joined yet, so that its messages may cost a picture of the room. Mutating only so
    /// that the caller does not copy the core.
    package mutating func isJoining(_ peer: PeerID) -> Bool { sessions.isJoining(peer) }
}
