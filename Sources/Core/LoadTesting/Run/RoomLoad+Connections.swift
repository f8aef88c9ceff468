import PagingClient
import PagingEngine
import PagingRoom
import PagingWire
import Scripting

/// The ways in and out, and what the client says of them.
extension RoomLoad {
    mutating func opened(_ seat: Int, at now: LoadTime) {
        guard seats[seat].connection == .opening else { return }
        seats[seat].connection = .open
        tally.connected(1, at: now)
        if let way = seats[seat].way {
            tally.record(
                .connect, now.microseconds(since: way.attemptIntended), naive: now.microseconds(since: way.attempted),
                at: now)
        }
        tellClient(seat, .opened, at: now)
    }

    mutating func connectFailed(_ seat: Int, _ reason: String, at now: LoadTime) {
        tally.turnedAway(ConnectFailure(.unreachable, reason))
        tally.counts.connectFailures += 1
        tally.erred(at: now)
        lost(seat, at: now)
        tellClient(seat, .failed(reason), at: now)
    }

    /// Asking again would prove nothing: the user's client gives up.
    mutating func distrusted(_ seat: Int, _ reason: String, at now: LoadTime) {
        tally.counts.connectFailures += 1
        tally.erred(at: now)
        lost(seat, at: now)
        tellClient(seat, .certificateRejected(reason), at: now)
    }

    mutating func closed(_ seat: Int, _ code: UInt16?, _ reason: String, at now: LoadTime) {
        guard seats[seat].connection != .none else { return }
        // What was on its way came before the end.
        for held in seats[seat].held { take(held.messages, bytes: held.bytes, seat, at: now) }
        tally.closed(code, at: now)
        lost(seat, at: now)
        tellClient(seat, .closed(code: code, reason: reason), at: now)
    }

    package mutating func sent(bytes: Int, at now: LoadTime) {
        tally.sent(bytes: bytes, at: now)
    }

    /// A new attempt by the client itself is due.
    mutating func noteAttempt(_ seat: Int, due: LoadTime, at now: LoadTime) {
        let intended = seats[seat].way?.intended ?? due
        seats[seat].way = VirtualUser.Way(intended: intended, attemptIntended: due, attempted: now)
    }

    /// The connection, if there is one, is gone.
    mutating func lost(_ seat: Int, at now: LoadTime) {
        seats[seat].held = []
        seats[seat].probe = nil
        seats[seat].stoppedBy = nil
        seats[seat].way?.welcomed = nil
        switch seats[seat].connection {
        case .none: return
        case .opening: break
        case .open: tally.connected(-1, at: now)
        }
        seats[seat].connection = .none
        leaveRoom(seat, at: now)
    }

    /// Whoever is to leave and has tried in vain to come in was failed by the server, whatever its step was.
    mutating func noteExclusion(_ seat: Int, at now: LoadTime) {
        let attempts = seats[seat].core.failedAttempts
        guard attempts > 0 else { return }
        let actor = script.actors[seats[seat].part.actor]
        tally.failed(
            "\(script.file):\(actor.line): \(actor.name): user \(seats[seat].number): expected to be in at the end, "
                + "found \(attempts) failed attempts to come in", at: now)
    }

    /// Does what the client wants of the socket, and tells the runner the rest.
    mutating func follow(
        _ effect: ClientEffect, _ seat: Int, at now: LoadTime, into effects: inout [LoadEffect<ClientMessage>]
    ) {
        let user = seats[seat].number
        switch effect {
        case .connect:
            seats[seat].connection = .opening
            effects.append(.connect(user: user, path: "/rooms/" + rooms[seats[seat].part.room].name))
        case .send(let message):
            noteProbe(message, seat, at: now)
            effects.append(.send(user: user, message))
        case .close, .drop:
            guard seats[seat].connection != .none else { return }
            lost(seat, at: now)
            if case .close = effect { effects.append(.close(user: user)) } else { effects.append(.drop(user: user)) }
        case .joined(let welcome): seats[seat].way?.welcomed = welcome.sequence
        case .happened(let event): changed(seat, by: event, at: now)
        case .replaced, .moved: changed(seat, by: nil, at: now)
        case .answered(let id, let answer): answered(seat, id, answer, at: now)
        case .unanswered(let id): seats[seat].asked.removeAll { $0.id == id }
        case .waiting(_, let reason):
            tell(seat, .disconnected(actor: seats[seat].part.actor, reason: reason), at: now)
        case .ended(.left), .pages, .notes, .inStep, .notice: break
        case .ended(let end):
            lost(seat, at: now)
            if let turnedAway = end.turnedAway { tally.turnedAway(turnedAway) }
            tell(seat, .refused(actor: seats[seat].part.actor, reason: end.words), at: now)
        }
        completeEntry(seat, at: now)
    }

    private mutating func changed(_ seat: Int, by event: Event?, at now: LoadTime) {
        guard seats[seat].life == .playing else { return }
        guard seats[seat].isWatching else {
            seats[seat].isRunnerBehind = true
            return
        }
        seats[seat].isRunnerBehind = false
        if let change = change(seat, by: event, at: now) { tell(seat, change, at: now) }
    }

    /// The user is in as soon as it knows what the welcome speaks of.
    private mutating func completeEntry(_ seat: Int, at now: LoadTime) {
        guard let way = seats[seat].way, let welcomed = way.welcomed, case .following = seats[seat].core.stage,
            let replica = seats[seat].core.replica, replica.sequence >= welcomed, seats[seat].stream.last != nil
        else { return }
        tally.record(
            seats[seat].hasBeenIn ? .catchUp : .join, now.microseconds(since: way.intended),
            naive: now.microseconds(since: way.attempted), at: now)
        seats[seat].way = nil
        seats[seat].hasBeenIn = true
        enterRoom(seat)
        let serverTime = seats[seat].core.clock.time(at: now.instant) ?? now.instant
        tell(seat, .joined(actor: seats[seat].part.actor, replica, serverTime: serverTime), at: now)
    }

    private mutating func answered(_ seat: Int, _ id: RequestID, _ answer: Answer, at now: LoadTime) {
        guard let place = seats[seat].asked.firstIndex(where: { $0.id == id }) else { return }
        let asked = seats[seat].asked.remove(at: place)
        tally.record(
            .ack, now.microseconds(since: asked.intended), naive: now.microseconds(since: asked.made), at: now)
        tell(seat, .answered(actor: seats[seat].part.actor, asked.tag, answer), at: now)
    }

    private mutating func noteProbe(_ message: ClientMessage, _ seat: Int, at now: LoadTime) {
        switch message {
        case .ping(let id), .join(let id, _): seats[seat].probe = (id, now)
        default: break
        }
    }
}

extension ClientEnd {
    /// What it says of the run when a user ends so.
    fileprivate var turnedAway: ConnectFailure? {
        switch self {
        case .left, .unreachable: nil
        case .refused(.version, _), .incomprehensible: ConnectFailure(.version, words)
        case .refused: ConnectFailure(.refused, words)
        case .certificateRejected: ConnectFailure(.distrusted, words)
        }
    }

    /// For the report.
    fileprivate var words: String {
        switch self {
        case .left: "it has left"
        case .refused(let code, let reason): "\(code.rawValue) \(reason.isEmpty ? code.sentence : reason)"
        case .unreachable(let attempts, let reason): "\(attempts) attempts, the last: \(reason)"
        case .certificateRejected(let reason), .incomprehensible(let reason): reason
        }
    }
}
