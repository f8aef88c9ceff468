import PagingEngine
import PagingRoom
import PagingWire

/// The way in, and the way back.
extension ClientCore {
    mutating func connect(at now: Instant, into effects: inout [ClientEffect]) {
        switch stage {
        case .apart, .waiting: break
        case .connecting, .joining, .following, .over: return
        }
        stage = .connecting
        welcomeDueAt = now.advanced(byMilliseconds: settings.welcomeMilliseconds)
        effects.append(.connect)
    }

    mutating func join(at now: Instant, into effects: inout [ClientEffect]) {
        guard stage == .connecting else { return }
        stage = .joining
        joinedAt = now
        lastID = 0
        var join = settings.join
        if let welcome, let replica {
            join.session = welcome.session
            join.since = replicaEpoch.map { Join.Since(epoch: $0, sequence: replica.sequence) }
        }
        effects.append(.send(.join(nextID(), join)))
    }

    mutating func closed(_ code: UInt16?, _ reason: String, at now: Instant, into effects: inout [ClientEffect]) {
        forgetConnection(into: &effects)
        guard let code, let known = CloseCode(rawValue: code) else {
            return retry(reason.isEmpty ? CloseCode.sentence(of: code) : reason, at: now, into: &effects)
        }
        guard known.invitesReturn else {
            return end(.refused(known, reason: reason), into: &effects)
        }
        retry(known.sentence, at: now, into: &effects)
    }

    mutating func retry(_ reason: String, at now: Instant, into effects: inout [ClientEffect]) {
        if stage != .following { failedAttempts += 1 }
        if let attempts = welcome == nil ? settings.attempts : settings.attemptsToReturn, failedAttempts >= attempts {
            return end(.unreachable(attempts: attempts, reason: reason), into: &effects)
        }
        let wait = backoff.next(in: welcome?.retry ?? settings.retry)
        stage = .waiting(until: now.advanced(byMilliseconds: wait))
        effects.append(.waiting(milliseconds: wait, reason: reason))
    }

    /// The connection is of no use any more: drop it and come back.
    mutating func abandon(_ reason: String, at now: Instant, into effects: inout [ClientEffect]) {
        effects.append(.drop)
        forgetConnection(into: &effects)
        retry(reason, at: now, into: &effects)
    }

    mutating func leave(into effects: inout [ClientEffect]) {
        if stage == .following { effects.append(.send(.leave(nextID()))) }
        switch stage {
        case .joining, .following: effects.append(.close)
        case .connecting: effects.append(.drop)
        case .apart, .waiting, .over: break
        }
        end(.left, into: &effects)
    }

    mutating func cut(into effects: inout [ClientEffect]) {
        switch stage {
        case .connecting, .joining, .following: effects.append(.drop)
        case .apart, .waiting, .over: break
        }
        forgetConnection(into: &effects)
        stage = .apart
    }

    mutating func end(_ end: ClientEnd, into effects: inout [ClientEffect]) {
        if case .incomprehensible = end { effects.append(.close) }
        forgetConnection(into: &effects)
        stage = .over(end)
        effects.append(.ended(end))
    }

    private mutating func forgetConnection(into effects: inout [ClientEffect]) {
        for id in pending { effects.append(.unanswered(id)) }
        pending = []
        steps = []
        stepped = nil
        welcomeDueAt = nil
        pings = PingPlan()
    }

    mutating func tick(at now: Instant, into effects: inout [ClientEffect]) {
        switch stage {
        case .apart, .over: break
        case .waiting(let moment) where moment <= now: connect(at: now, into: &effects)
        case .waiting: break
        case .connecting, .joining:
            guard let due = welcomeDueAt, due <= now else { return }
            abandon("no welcome within \(settings.welcomeMilliseconds) ms", at: now, into: &effects)
        case .following:
            if pings.isDead(at: now) { return abandon("no pong", at: now, into: &effects) }
            guard pings.isDue(at: now) else { return }
            let id = nextID()
            pings.sent(id, at: now, settings: settings)
            effects.append(.send(.ping(id)))
        }
    }
}
