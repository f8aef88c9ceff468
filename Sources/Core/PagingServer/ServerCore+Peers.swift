import Metrics
import PagingEngine
import PagingRoom
import PagingWire
import Support

/// Connections: from the upgrade to the end.
extension ServerCore {
    mutating func open(
        _ peer: PeerID, room: String, secret: Session, at now: Instant, into effects: inout [ServerEffect]
    ) {
        peers[peer] = Peer(
            room: room, secret: secret, openedAt: now,
            pingDueAt: now.advanced(byMilliseconds: peer.moment(within: settings.pingMilliseconds)),
            bucket: TokenBucket(ratePerSecond: settings.limits.objectsPerSecond, atMilliseconds: now.milliseconds))
        if peers.count == 1 { sweepDueAt = now.advanced(byMilliseconds: ServerCore.sweepMilliseconds) }
        if draining != nil { return end(peer, .goingAway, ServerCore.farewell, into: &effects) }
        guard settings.creation != .none || roomNames.contains(room) else {
            return end(peer, .noSuchRoom, "there is no room \(room)", into: &effects)
        }
    }

    mutating func receive(
        _ objects: [Result<ClientMessage, Malformed>], from peer: PeerID, at now: Instant,
        into effects: inout [ServerEffect]
    ) {
        guard let place = peers.index(of: peer) else { return }
        peers[place].hear(at: now, pingMilliseconds: settings.pingMilliseconds)
        for (index, object) in objects.enumerated() {
            if case .closing = peers[place].stage { return }
            if objects.isOvertaken(at: index) { continue }
            let mayPass = peers[place].bucket.take(atMilliseconds: now.milliseconds)
            switch object {
            case .failure(let malformed):
                strike(peer, .unreadable, malformed.id, malformed.refusal, at: now, into: &effects)
            case .success(let message) where mayPass:
                if case .request = message { peers[place].heldSample = nil }
                handle(message, from: place, at: now, into: &effects)
            case .success(let message):
                guard !hold(message, of: place, at: now) else { continue }
                count(InputLabel.Kind(message), .rate)
                guard let id = message.id else { continue }
                refuse(
                    peer, id, Refusal(.rate, "more than \(settings.limits.objectsPerSecond) a second"), into: &effects)
            }
        }
    }

    mutating func handle(
        _ message: ClientMessage, from place: Peer.Index, at now: Instant, into effects: inout [ServerEffect]
    ) {
        let (peer, room) = (peers.key(at: place), peers[place].room)
        let address = Address(loop: loop, peer: peer)
        let kind = InputLabel.Kind(message)
        switch (peers[place].stage, message) {
        case (.waiting, .join(let id, let join)) where settings.isClosed:
            peers[place].stage = .authorizing(id, join)
            effects.append(.authorize(peer, room: room, token: join.token))
        case (.waiting, .join(let id, let join)):
            enter(place, id, join, limit: .presenter, mayCreate: false, into: &effects)
        case (.waiting, _):
            strike(
                peer, kind, message.id, Refusal(.badRequest, "type: the first message is join"), at: now, into: &effects
            )
        case (.authorizing, _), (.entering, _):
            strike(peer, kind, message.id, Refusal(.badRequest, "type: wait for the welcome"), at: now, into: &effects)
        case (.joined, .join(let id, _)):
            strike(peer, kind, id, Refusal(.badRequest, "type: already joined"), at: now, into: &effects)
        case (.joined(let member, _), .request(let id, let request, let grant)):
            mailHome(of: room, .request(room: room, member, address, id, request, grant), into: &effects)
        case (.joined(let member, _), .pages(let id, let first, let count)):
            mailHome(of: room, .pages(room: room, member, address, id, from: first, count: count), into: &effects)
        case (.joined, .ping(let id)):
            count(kind, .accepted)
            reply(encode(.pong(id, now: now)), to: peer, into: &effects)
        case (.joined, .leave(let id)):
            count(kind, .accepted)
            peers[place].saidGoodbye = true
            reply(encode(.answer(.accepted(id, newestSequence(of: room)))), to: peer, into: &effects)
        case (.joined(let member, let reader), .drawn(let sequence, let digest)):
            count(kind, .accepted)
            note(Drawn(member: member, sequence: sequence, digest: digest), of: reader, in: room, at: now)
        case (.closing, _): break
        }
    }

    private mutating func enter(
        _ place: Peer.Index, _ id: RequestID, _ join: Join, limit: Role, mayCreate: Bool,
        into effects: inout [ServerEffect]
    ) {
        let (peer, room) = (peers.key(at: place), peers[place].room)
        peers[place].stage = .entering
        let arrival = JoinRequest(
            address: Address(loop: loop, peer: peer), id: id, join: join, secret: peers[place].secret, limit: limit,
            mayCreate: settings.creation == .any || settings.creation == .token && mayCreate)
        mailHome(of: room, .enter(room: room, arrival), into: &effects)
        if storeTrouble != nil { reply(encode(.notice(storeNotice)), to: peer, into: &effects) }
    }

    /// Goes on with a join whose token was looked at.
    mutating func authorize(_ peer: PeerID, _ authorization: Authorization, into effects: inout [ServerEffect]) {
        guard let place = peers.index(of: peer), case .authorizing(let id, var join) = peers[place].stage
        else { return }
        switch authorization {
        case .granted(let role, let name, let mayCreate):
            join.role = join.role.limited(to: role)
            join.name = name ?? join.name
            enter(place, id, join, limit: role, mayCreate: mayCreate, into: &effects)
        case .unauthorized(let reason): turnAway(peer, .unauthorized, reason, into: &effects)
        case .forbidden(let reason): turnAway(peer, .forbidden, reason, into: &effects)
        }
    }

    private mutating func turnAway(
        _ peer: PeerID, _ code: CloseCode, _ reason: String, into effects: inout [ServerEffect]
    ) {
        count(.join, .forbidden)
        end(peer, code, reason, into: &effects)
    }

    /// Counts an object that should not have come, tells its sender, and ends a connection with too many.
    private mutating func strike(
        _ peer: PeerID, _ kind: InputLabel.Kind, _ id: RequestID?, _ refusal: Refusal, at now: Instant,
        into effects: inout [ServerEffect]
    ) {
        count(kind, InputLabel.Outcome(refusal.code))
        refuse(peer, id, refusal, into: &effects)
        let isOut = peers[peer]?.strikes.add(
            at: now, limit: settings.strikes, withinMilliseconds: settings.strikeMilliseconds)
        guard isOut == true else { return }
        end(peer, .protocolError, "\(settings.strikes) bad requests; the last: \(refusal.reason)", into: &effects)
    }

    /// A refusal by the connection's own loop; it speaks of the newest event known here.
    private mutating func refuse(
        _ peer: PeerID, _ id: RequestID?, _ refusal: Refusal, into effects: inout [ServerEffect]
    ) {
        guard let place = peers.index(of: peer) else { return }
        let sequence = newestSequence(of: peers[place].room)
        reply(encode(.answer(.refused(id, refusal, sequence))), to: peer, into: &effects)
    }

    /// Of the newest event of a room that is known here.
    private func newestSequence(of room: String) -> Sequence {
        mirrors.index(of: room).map { mirrors[$0].ring.last } ?? Sequence(0)
    }

    /// Sends what is still due to a connection and closes it.
    mutating func end(_ peer: PeerID, _ code: CloseCode, _ reason: String, into effects: inout [ServerEffect]) {
        guard let known = peers[peer] else { return }
        if case .closing = known.stage { return }
        var last = known.replies
        if case .joined(_, let index) = known.stage, let reader = mirrors[known.room]?.readers[index] {
            last = reader.opening + reader.replies
        }
        detach(peer, known, politely: code == .removed, into: &effects)
        peers[peer]?.stage = .closing
        peers[peer]?.replies = []
        if !last.isEmpty, known.chokedSince == nil { effects.append(.send(MessageBuilder(last).bytes, to: [peer])) }
        effects.append(.log(.turnedAway(Address(loop: loop, peer: peer), room: known.room, code, reason: reason)))
        effects.append(.close(peer, code, reason: reason))
    }

    /// The connection is gone, whoever ended it.
    mutating func close(_ peer: PeerID, into effects: inout [ServerEffect]) {
        guard let known = peers[peer] else { return }
        peers[peer] = nil
        detach(peer, known, politely: known.saidGoodbye, into: &effects)
    }

    private mutating func detach(
        _ peer: PeerID, _ known: Peer, politely: Bool, into effects: inout [ServerEffect]
    ) {
        let address = Address(loop: loop, peer: peer)
        switch known.stage {
        case .waiting, .authorizing, .closing: break
        case .entering: mailHome(of: known.room, .withdrawn(room: known.room, address), into: &effects)
        case .joined(let member, let index):
            removeReader(index, of: known.room)
            mailHome(of: known.room, .gone(room: known.room, member, address, politely: politely), into: &effects)
        }
    }
}
