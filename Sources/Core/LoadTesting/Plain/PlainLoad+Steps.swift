import Scripting

/// What users do.
extension PlainLoad {
    /// Does what can be done now.
    mutating func goOn(_ user: inout PlainUser, at now: LoadTime, into effects: inout [LoadEffect<PlainMessage>]) {
        if let moment = user.leavesAt, moment <= now, user.connection != .gone {
            return leave(&user, at: now, into: &effects)
        }
        connect(&user, at: now, into: &effects)
        releaseHeld(&user, at: now)
        if let moment = user.goesOnAt, moment > now { return }
        user.goesOnAt = nil
        for _ in 0..<PlainLoad.stepsInTurn {
            guard user.connection == .open, advance(&user, at: now, into: &effects) else { return }
        }
        user.goesOnAt = now.advanced(byMicroseconds: 1)
    }

    /// One thing; false when there is something to wait for first.
    private mutating func advance(
        _ user: inout PlainUser, at now: LoadTime, into effects: inout [LoadEffect<PlainMessage>]
    ) -> Bool {
        switch user.doing {
        case .ready: return takeStep(&user, at: now, into: &effects)
        case .pausing(let until):
            guard until <= now else { return false }
            (user.doing, user.clock) = (.ready, until)
            return true
        case .awaitingReply(let match, let until, _):
            if findReply(match, &user) { return true }
            return giveUp(at: now, ifPast: until, &user)
        case .awaitingPush(let until, _): return giveUp(at: now, ifPast: until, &user)
        }
    }

    private mutating func takeStep(
        _ user: inout PlainUser, at now: LoadTime, into effects: inout [LoadEffect<PlainMessage>]
    ) -> Bool {
        guard let next = user.cursor.next(at: user.clock) else {
            leave(&user, at: now, into: &effects)
            return false
        }
        switch next {
        case .round(let due): user.doing = .pausing(until: due)
        case .step(let step):
            user.line = step.line
            perform(step.action, &user, at: now, into: &effects)
        }
        return true
    }

    private mutating func perform(
        _ action: PlainStep.Action, _ user: inout PlainUser, at now: LoadTime,
        into effects: inout [LoadEffect<PlainMessage>]
    ) {
        switch action {
        case .send(let template):
            let id = newID(of: user)
            let (number, sequence) = (user.number, user.sequence)
            let time = endpoint.stamp.written(user.clock, unixOffset: unixOffset)
            let text = template.filled { place in
                switch place {
                case .user: String(number)
                case .id: String(id)
                case .time: String(time)
                case .sequence: String(sequence)
                }
            }
            send(.text(text), id, &user, at: now, into: &effects)
        case .sendBinary(let bytes): send(.binary(bytes), newID(of: user), &user, at: now, into: &effects)
        case .reply(let match, let within):
            user.doing = .awaitingReply(match, until: deadline(within, now), milliseconds: within)
        case .push(let within): user.doing = .awaitingPush(until: deadline(within, now), milliseconds: within)
        case .think(let pause):
            let span = pause.choose(using: &user.dice) * 1_000
            user.doing = .pausing(until: user.clock.advanced(byMicroseconds: span))
        case .wait(let span): user.doing = .pausing(until: user.clock.advanced(byMicroseconds: span * 1_000))
        case .leave: leave(&user, at: now, into: &effects)
        case .repeat: preconditionFailure("A cursor unrolls repetitions")
        }
    }

    /// From when it is really waited for: a user that is behind gives its server the whole time.
    private func deadline(_ milliseconds: Int64, _ now: LoadTime) -> LoadTime {
        now.advanced(byMicroseconds: milliseconds * 1_000)
    }

    private mutating func send(
        _ message: PlainMessage, _ id: Int, _ user: inout PlainUser, at now: LoadTime,
        into effects: inout [LoadEffect<PlainMessage>]
    ) {
        user.sent = PlainUser.Sent(id: id, message: message, due: user.clock, made: now)
        user.heard = []
        user.sequence += 1
        tally.acted(at: now)
        effects.append(.send(user: user.number, message))
    }

    /// Another number for every message of every user.
    private func newID(of user: PlainUser) -> Int { user.sequence * plan.users + user.number }

    /// Whether the reply is among what came since the message was sent; what was no match is not looked at again.
    private mutating func findReply(_ match: PlainStep.Match, _ user: inout PlainUser) -> Bool {
        defer { user.heard = [] }
        guard let sent = user.sent, let reply = user.heard.first(where: { isReply($0, to: sent, by: match) }) else {
            return false
        }
        tally.record(
            .reply, reply.at.microseconds(since: sent.due), naive: reply.at.microseconds(since: sent.made),
            at: reply.at)
        (user.doing, user.clock) = (.ready, max(user.clock, reply.at))
        user.sent = nil
        return true
    }

    /// Waits no longer than it should; the steps after it go on.
    private mutating func giveUp(at now: LoadTime, ifPast until: LoadTime, _ user: inout PlainUser) -> Bool {
        guard until <= now else { return false }
        fail(user, user.awaited ?? "something", "none", at: now)
        (user.doing, user.clock) = (.ready, until)
        return true
    }

    private func isReply(_ heard: PlainUser.Heard, to sent: PlainUser.Sent, by match: PlainStep.Match) -> Bool {
        switch match {
        case .echo: heard.message == sent.message
        case .next: !heard.isPush
        case .field(let name): field(heard.message, name) == String(sent.id)
        }
    }
}

extension PlainEndpoint.Stamp {
    /// A moment as messages write it.
    func written(_ moment: LoadTime, unixOffset: Int64) -> Int64 {
        let microseconds = clock == .unix ? moment.microseconds + unixOffset : moment.microseconds
        return unit == .milliseconds ? microseconds / 1_000 : microseconds
    }

    /// Microseconds from a written moment to `now`; nil when it is none.
    func microseconds(from text: String, to now: LoadTime, unixOffset: Int64) -> Int64? {
        guard let number = Double(text), number.isFinite, number.magnitude < 1e17 else { return nil }
        let made = unit == .milliseconds ? number * 1_000 : number
        let present = clock == .unix ? now.microseconds + unixOffset : now.microseconds
        let span = Double(present) - made
        return span.magnitude < 1e15 ? Int64(span) : nil
    }
}
