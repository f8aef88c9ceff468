import Metrics
import PagingEngine
import PagingRoom
import PagingWire
import Support

/// The connections of one loop: liveness, rate limits, and what each may do at its stage.
struct SessionTable: Sendable {
    typealias Index = DenseMap<PeerID, Peer>.Index

    private var peers = DenseMap<PeerID, Peer>()
    private(set) var samples: SampleQueue
    private var sweep: TimeLimitSweep
    private var replies = WaitingReplies()
    private let settings: ServerSettings
    private let loop: Int

    init(_ settings: ServerSettings, loop: Int, at now: Instant) {
        self.settings = settings
        self.loop = loop
        samples = SampleQueue(objectsPerSecond: settings.limits.objectsPerSecond)
        sweep = TimeLimitSweep(budget: settings.budget, at: now)
    }

    var count: Int { peers.count }

    var keys: [PeerID] { peers.keys }

    var nextDeadline: Instant? { earliest(peers.count == 0 ? nil : sweep.dueAt, samples.dueAt) }

    /// The moment since which the longest stuck connection has not read.
    var oldestChoke: Instant? { peers.indices.compactMap { peers[$0].liveness.chokedSince }.min() }

    func isClosing(_ peer: PeerID) -> Bool { peers.index(of: peer).map { peers[$0].isClosing } ?? false }

    /// Whether the connection has neither joined nor ended.
    func isJoining(_ peer: PeerID) -> Bool {
        guard let index = peers.index(of: peer) else { return false }
        switch peers[index].stage {
        case .waiting, .authorizing, .joining: return true
        case .joined, .closing: return false
        }
    }

    /// Connections that have joined a room or whose join is under way.
    var members: [PeerID] { peers.keys.filter { peers[$0]?.isWaiting == false } }

    /// The tokens that can be revoked, with their connections.
    var tokens: [(peer: PeerID, token: VerifiedToken)] {
        peers.indices.compactMap { index in peers[index].token.map { (peers.key(at: index), $0) } }
    }

    func room(of peer: PeerID) -> String? { peers.index(of: peer).map { peers[$0].room } }

    mutating func open(_ peer: PeerID, room: String, secret: Session, at now: Instant) {
        peers[peer] = Peer(
            room: room, secret: secret,
            liveness: Liveness(
                openedAt: now,
                firstPingAt: now.advanced(byMilliseconds: peer.moment(within: settings.pingMilliseconds))),
            bucket: TokenBucket(ratePerSecond: settings.limits.objectsPerSecond, atMilliseconds: now.milliseconds))
        if peers.count == 1 { sweep.restart(at: now) }
    }

    /// Marks the connection as closing and returns what it leaves behind; nil when it is unknown or closing already.
    mutating func beginClosing(_ peer: PeerID) -> SessionEnd? {
        guard let index = peers.index(of: peer), !peers[index].isClosing else { return nil }
        let end = end(of: peers[index], peer)
        peers[index].stage = .closing
        return end
    }

    /// Removes a connection whose socket is gone.
    mutating func remove(_ peer: PeerID) -> SessionEnd? {
        guard let known = peers[peer] else { return nil }
        peers[peer] = nil
        return end(of: known, peer)
    }

    private mutating func end(of known: Peer, _ peer: PeerID) -> SessionEnd {
        let attachment: SessionEnd.Attachment =
            switch known.stage {
            case .waiting, .authorizing, .closing: .none
            case .joining: .joining
            case .joined: known.subscription.map { .joined($0) } ?? .none
            }
        return SessionEnd(
            room: known.room, attachment: attachment, replies: replies.take(for: peer),
            isChoked: known.liveness.chokedSince != nil, saidGoodbye: known.saidGoodbye)
    }
}

// MARK: - Received objects

extension SessionTable {
    /// Notes that the connection sent something; nil when it is unknown.
    mutating func hear(_ peer: PeerID, at now: Instant) -> Index? {
        guard let index = peers.index(of: peer) else { return nil }
        peers[index].hear(at: now, pingMilliseconds: settings.pingMilliseconds)
        return index
    }

    func isClosing(_ index: Index) -> Bool { peers[index].isClosing }

    /// Handles one object within the connection's rate.
    mutating func receive(
        _ object: Result<ClientMessage, Malformed>, from index: Index, at now: Instant, into output: inout LoopOutput
    ) -> SessionStep {
        let mayPass = peers[index].bucket.take(atMilliseconds: now.milliseconds)
        switch object {
        case .failure(let malformed):
            return strike(index, .unreadable, malformed.id, malformed.refusal, at: now, into: &output)
        case .success(let message) where mayPass:
            if case .request = message { peers[index].heldSample = nil }
            return handle(message, from: index, at: now, into: &output)
        case .success(let message):
            if holdSample(message, of: index, at: now) { return .none }
            output.count(InputLabel.Kind(message), .rate)
            return refuseForRate(message.id, of: index, at: now)
        }
    }

    private mutating func handle(
        _ message: ClientMessage, from index: Index, at now: Instant, into output: inout LoopOutput
    ) -> SessionStep {
        let (peer, room) = (peers.key(at: index), peers[index].room)
        let address = Address(loop: loop, peer: peer)
        let kind = InputLabel.Kind(message)
        switch (peers[index].stage, message) {
        case (.waiting, .join(let id, let join)) where settings.authorizesJoins:
            peers[index].stage = .authorizing(id, join)
            output.append(.authorize(peer, room: room, token: join.token))
        case (.waiting, .join(let id, let join)):
            return .join(requestJoin(index, id, join, limit: .presenter))
        case (.waiting, _):
            let refusal = Refusal(.badRequest, "type: the first message is join")
            return strike(index, kind, message.id, refusal, at: now, into: &output)
        case (.authorizing, _), (.joining, _):
            let refusal = Refusal(.badRequest, "type: wait for the welcome")
            return strike(index, kind, message.id, refusal, at: now, into: &output)
        case (.joined, .join(let id, _)):
            return strike(index, kind, id, Refusal(.badRequest, "type: already joined"), at: now, into: &output)
        case (.joined(let member, _), .request(let id, let request, let token)):
            output.sendToHome(of: room, .request(room: room, member, address, id, request, token))
        case (.joined(let member, _), .pages(let id, let first, let count)):
            return ask(.pages(from: first, count: count), id, of: member, index, into: &output)
        case (.joined(let member, _), .getAsset(let id, let name)):
            return ask(.asset(name), id, of: member, index, into: &output)
        case (.joined(let member, _), .asset(let id, let asset)):
            return ask(.keep(asset), id, of: member, index, into: &output)
        case (.joined, .ping(let id)):
            output.count(kind, .accepted)
            return .pong(id)
        case (.joined, .leave(let id)):
            output.count(kind, .accepted)
            peers[index].saidGoodbye = true
            return .goodbye(id)
        case (.joined(let member, let subscriber), .drawn(let sequence, let digest, let isCut)):
            output.count(kind, .accepted)
            return .drawn(
                Drawn(member: member, sequence: sequence, digest: digest, isCut: isCut),
                Subscription(room: room, member: member, index: subscriber))
        case (.closing, _): break
        }
        return .none
    }

    /// Sends a request beside the room's order to its home, unless too many wait for their answers.
    private mutating func ask(
        _ request: SideRequest, _ id: RequestID, of member: MemberID, _ index: Index, into output: inout LoopOutput
    ) -> SessionStep {
        guard peers[index].sideRequests < settings.sideRequests else {
            output.count(InputLabel.Kind(request), .rate)
            let reason = "\(settings.sideRequests) requests for pages and files are not answered yet; wait for one"
            return .refuse(id, Refusal(.rate, reason), end: nil)
        }
        peers[index].sideRequests += 1
        let (room, address) = (peers[index].room, Address(loop: loop, peer: peers.key(at: index)))
        output.sendToHome(of: room, .sideRequest(room: room, member, address, id, request))
        return .none
    }

    /// Counts a bad object; too many within a time end the connection.
    private mutating func strike(
        _ index: Index, _ kind: InputLabel.Kind, _ id: RequestID?, _ refusal: Refusal, at now: Instant,
        into output: inout LoopOutput
    ) -> SessionStep {
        output.count(kind, InputLabel.Outcome(refusal.code))
        let isOut = peers[index].strikes.add(
            at: now, limit: settings.strikes, withinMilliseconds: settings.strikeMilliseconds)
        let reason = "\(settings.strikes) bad requests; the last: \(refusal.reason)"
        return .refuse(id, refusal, end: isOut ? (.protocolError, reason) : nil)
    }

    /// Refuses an object beyond the rate; too many within a time end the connection.
    private mutating func refuseForRate(_ id: RequestID?, of index: Index, at now: Instant) -> SessionStep {
        let isOut = peers[index].rateStrikes.add(
            at: now, limit: settings.rateStrikes, withinMilliseconds: settings.strikeMilliseconds)
        let reason = "\(settings.rateStrikes) objects beyond the rate within \(settings.strikeMilliseconds) ms"
        guard let id else { return isOut ? .end(.rate, reason: reason) : .none }
        let refusal = Refusal(.rate, "more than \(settings.limits.objectsPerSecond) a second")
        return .refuse(id, refusal, end: isOut ? (.rate, reason) : nil)
    }

    /// Keeps a drag sample that exceeds the rate; false for any other message.
    private mutating func holdSample(_ message: ClientMessage, of index: Index, at now: Instant) -> Bool {
        guard peers[index].subscription != nil, message.isSample else { return false }
        peers[index].heldSample = message
        samples.insert(peers.key(at: index), at: now)
        return true
    }

    /// Sends the held samples that fit into their rate by now.
    mutating func releaseSamples(at now: Instant, into output: inout LoopOutput) {
        guard let due = samples.takeDue(at: now) else { return }
        for peer in due {
            guard let index = peers.index(of: peer), let sample = peers[index].heldSample else { continue }
            guard peers[index].bucket.take(atMilliseconds: now.milliseconds) else {
                samples.insert(peer, at: now)
                continue
            }
            peers[index].heldSample = nil
            // A sample is a request, so its handling ends with a message to the home.
            _ = handle(sample, from: index, at: now, into: &output)
        }
    }
}

// MARK: - Joining

extension SessionTable {
    /// Continues a join whose token was verified.
    mutating func authorize(
        _ peer: PeerID, as role: Role, name: String?, mayCreate: Bool, token: VerifiedToken?
    ) -> JoinRequest? {
        guard let index = peers.index(of: peer), case .authorizing(let id, var join) = peers[index].stage
        else { return nil }
        peers[index].token = token
        join.role = join.role.limited(to: role)
        join.name = name ?? join.name
        return requestJoin(
            index, id, join, limit: role, passesLock: settings.hasTokens && role == .presenter, mayCreate: mayCreate)
    }

    func isAuthorizing(_ peer: PeerID) -> Bool {
        guard let index = peers.index(of: peer), case .authorizing = peers[index].stage else { return false }
        return true
    }

    private mutating func requestJoin(
        _ index: Index, _ id: RequestID, _ join: Join, limit: Role, passesLock: Bool = false, mayCreate: Bool = false
    ) -> JoinRequest {
        peers[index].stage = .joining
        return JoinRequest(
            address: Address(loop: loop, peer: peers.key(at: index)), id: id, join: join, secret: peers[index].secret,
            limit: limit, passesLock: passesLock,
            mayCreate: settings.creation == .any || settings.creation == .token && mayCreate,
            connection: settings.cluster?.connection(loop, peers.key(at: index)),
            openedAt: settings.cluster == nil ? nil : peers[index].liveness.openedAt)
    }

    /// Takes the frames that wait for the subscriber of a connection whose join is granted; nil when it no longer waits.
    mutating func takeReplies(ofJoining peer: PeerID) -> (frames: [Frame], isChoked: Bool)? {
        guard let index = peers.index(of: peer), case .joining = peers[index].stage else { return nil }
        return (replies.take(for: peer), peers[index].liveness.chokedSince != nil)
    }

    /// Sets the place of the connection's subscriber.
    mutating func subscribed(_ peer: PeerID, _ member: MemberID, at subscriber: Int) {
        guard let index = peers.index(of: peer) else { return }
        peers[index].stage = .joined(member, subscriber: subscriber)
    }

    /// Notes that the subscriber of a joined connection has moved to another place.
    mutating func subscriberMoved(of peer: PeerID, to subscriber: Int) {
        guard let index = peers.index(of: peer), case .joined(let member, _) = peers[index].stage else { return }
        peers[index].stage = .joined(member, subscriber: subscriber)
    }
}

// MARK: - Output

extension SessionTable {
    func subscription(of peer: PeerID) -> Subscription? {
        peers.index(of: peer).flatMap { peers[$0].subscription }
    }

    /// Queues a frame for a connection without a subscriber; for another one returns the subscriber that takes it.
    mutating func queue(_ frame: Frame, for peer: PeerID) -> Subscription? {
        guard let index = peers.index(of: peer) else { return nil }
        switch peers[index].stage {
        case .waiting, .authorizing, .joining:
            replies.append(frame, for: peer)
            return nil
        case .joined: return peers[index].subscription
        case .closing: return nil
        }
    }

    /// Notes that a request beside the room's order has its answer.
    mutating func sideAnswered(_ peer: PeerID) {
        guard let index = peers.index(of: peer), peers[index].sideRequests > 0 else { return }
        peers[index].sideRequests -= 1
    }

    /// Forgets the requests for pages and files of a connection whose room has another owner, which does not know them.
    mutating func forgetSideRequests(_ peer: PeerID) {
        if let index = peers.index(of: peer) { peers[index].sideRequests = 0 }
    }

    /// Sends the frames of connections without a subscriber, one message each.
    mutating func flush(into output: inout LoopOutput) {
        guard replies.hasChanged else { return }
        let peers = peers
        replies.flush(into: &output) { peer in
            peers.index(of: peer).map { peers[$0].liveness.chokedSince != nil } ?? true
        }
    }

    /// Notes since when the connection does not read; nil: it reads again. Returns its subscriber.
    mutating func setChoked(_ peer: PeerID, since moment: Instant?) -> Subscription? {
        guard let index = peers.index(of: peer) else { return nil }
        peers[index].liveness.chokedSince = moment
        if peers[index].subscription == nil { replies.resume(peer) }
        return peers[index].subscription
    }
}

// MARK: - Liveness

extension SessionTable {
    mutating func receivedPong(_ peer: PeerID) {
        if let index = peers.index(of: peer) { peers[index].liveness.receivedPong() }
    }

    /// Gives an unanswered ping its full time again: it may have been stuck behind other output.
    mutating func restartPongLimit(of peer: PeerID, at now: Instant) {
        guard let index = peers.index(of: peer) else { return }
        peers[index].liveness.restartPongLimit(at: now, pongMilliseconds: settings.pongMilliseconds)
    }

    /// Checks the time limits of some connections, in their order.
    mutating func checkTimeLimits(at now: Instant) -> DueChecks {
        var found = DueChecks()
        let step = sweep.takeStep(of: peers.count, at: now)
        for index in peers.indices.dropFirst(step.lowerBound).prefix(step.count)
        where peers[index].liveness.needsCheck(at: now, hasJoined: peers[index].hasJoined) && !peers[index].isClosing {
            let (isWaiting, hasJoined) = (peers[index].isWaiting, peers[index].hasJoined)
            switch peers[index].liveness.check(at: now, isWaiting: isWaiting, hasJoined: hasJoined, settings) {
            case .ping: found.pings.append(peers.key(at: index))
            case .exceeded(let code, let reason): found.exceeded.append((peers.key(at: index), code, reason))
            case nil: break
            }
        }
        return found
    }
}
