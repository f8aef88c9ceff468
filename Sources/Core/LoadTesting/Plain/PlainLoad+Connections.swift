import Scripting

/// How users come, go and come back.
extension PlainLoad {
    mutating func opened(_ user: inout PlainUser, at now: LoadTime) {
        guard user.connection == .opening else { return }
        user.connection = .open
        user.failedAttempts = 0
        tally.connected(1, at: now)
        tally.record(
            .connect, now.microseconds(since: user.comesAt), naive: now.microseconds(since: user.attemptedAt), at: now)
        // Steps begin with the first connection; those after an interruption were due at their own times.
        if !user.hasBeenIn { user.clock = now }
        user.hasBeenIn = true
    }

    mutating func failed(_ user: inout PlainUser, _ reason: String, at now: LoadTime) {
        guard user.connection == .opening else { return }
        tally.turnedAway(ConnectFailure(.unreachable, reason))
        tally.counts.connectFailures += 1
        tally.erred(at: now)
        user.failedAttempts += 1
        guard user.failedAttempts < PlainLoad.attempts else {
            fail(user, "a connection", "none after \(PlainLoad.attempts) attempts (\(reason))", at: now)
            user.connection = .gone
            return
        }
        user.connection = .away
        user.attemptsAt = now.advanced(byMicroseconds: pause(after: user.failedAttempts, &user.dice))
    }

    /// Asking again would prove nothing: the user gives up.
    mutating func distrusted(_ user: inout PlainUser, _ reason: String, at now: LoadTime) {
        guard user.connection == .opening else { return }
        tally.counts.connectFailures += 1
        tally.turnedAway(ConnectFailure(.distrusted, reason))
        fail(user, "a connection", "none: \(reason)", at: now)
        user.connection = .gone
    }

    mutating func closed(_ user: inout PlainUser, _ code: UInt16?, _ reason: String, at now: LoadTime) {
        guard user.connection == .open || user.connection == .opening else { return }
        tally.closed(code, at: now)
        lose(&user, because: "the connection ended\(reason.isEmpty ? "" : " (\(reason))")", at: now)
    }

    /// The connection is gone; what was waited for will not come, and the user comes back.
    ///
    /// - Parameter reason: Why, when that is the server's failure; nil when it was done to the user on purpose.
    mutating func lose(_ user: inout PlainUser, because reason: String?, at now: LoadTime) {
        if user.connection == .open { tally.connected(-1, at: now) }
        if let awaited = user.awaited {
            if let reason { fail(user, awaited, reason, at: now) }
            (user.doing, user.clock) = (.ready, now)
        }
        user.forgetConnection()
        let comes = now.advanced(byMicroseconds: pause(after: 1, &user.dice))
        (user.comesAt, user.attemptsAt) = (comes, comes)
    }

    /// Trouble begins or ends for a user it hits.
    mutating func suffer(
        _ turn: FaultSchedule.Turn, _ user: inout PlainUser, at now: LoadTime,
        into effects: inout [LoadEffect<PlainMessage>]
    ) {
        guard user.connection == .open else { return }
        switch troubles.trouble(turn.number) {
        case .drop:
            effects.append(.drop(user: user.number))
            lose(&user, because: nil, at: now)
        case .stopReading: effects.append(.read(user: user.number, !turn.begins))
        case .delay: break
        }
    }

    func connect(_ user: inout PlainUser, at now: LoadTime, into effects: inout [LoadEffect<PlainMessage>]) {
        guard user.connection == .away, let moment = user.attemptsAt, moment <= now else { return }
        user.attemptsAt = nil
        user.attemptedAt = now
        user.connection = .opening
        effects.append(.connect(user: user.number, path: endpoint.path))
    }

    mutating func leave(_ user: inout PlainUser, at now: LoadTime, into effects: inout [LoadEffect<PlainMessage>]) {
        switch user.connection {
        case .open:
            tally.connected(-1, at: now)
            effects.append(.close(user: user.number))
        case .opening: effects.append(.drop(user: user.number))
        case .away, .gone: break
        }
        if user.connection != .gone, user.failedAttempts > 0 {
            fail(user, "a connection at the end", "\(user.failedAttempts) failed attempts", at: now)
        }
        user.connection = .gone
    }

    /// Twice as long after every failure.
    private func pause(after failures: Int, _ dice: inout LoadDice) -> Int64 {
        let bounds = PlainLoad.pauseMicroseconds
        let longest = min(bounds.lowerBound << Int64(min(failures - 1, 10)), bounds.upperBound)
        return Int64.random(in: longest / 2...longest, using: &dice)
    }

    mutating func fail(_ user: PlainUser, _ expected: String, _ found: String, at now: LoadTime) {
        let actor = script.actors[user.part.actor].name
        tally.failed(
            "\(script.file):\(user.line): \(actor): user \(user.number): expected \(expected), found \(found)", at: now)
    }
}
