import Scripting

/// What users hear, and what has gone out.
extension PlainLoad {
    package mutating func sent(bytes: Int, at now: LoadTime) {
        tally.sent(bytes: bytes, at: now)
    }

    mutating func received(_ messages: [PlainMessage], bytes: Int, by user: inout PlainUser, at now: LoadTime) {
        guard user.connection == .open else { return }
        let delay = troubles.delay(of: user.number, user.part, at: now)
        guard delay != nil || !user.held.isEmpty else { return take(messages, bytes: bytes, &user, at: now) }
        user.held.add(messages, bytes: bytes, afterMicroseconds: (delay ?? 0) * 1_000, at: now)
    }

    mutating func releaseHeld(_ user: inout PlainUser, at now: LoadTime) {
        while let entry = user.held.take(at: now) { take(entry.messages, bytes: entry.bytes, &user, at: now) }
    }

    private mutating func take(_ messages: [PlainMessage], bytes: Int, _ user: inout PlainUser, at now: LoadTime) {
        tally.received(messages: 1, bytes: bytes, at: now)
        for message in messages {
            let isPush = timePush(message, at: now)
            if user.sent != nil, asksReplies[user.part.actor] {
                if user.heard.count == PlainUser.heardKept { user.heard.removeFirst() }
                user.heard.append(PlainUser.Heard(message: message, at: now, isPush: isPush))
            }
            if isPush, case .awaitingPush = user.doing { (user.doing, user.clock) = (.ready, now) }
        }
    }

    /// Whether the message says when it was made.
    private mutating func timePush(_ message: PlainMessage, at now: LoadTime) -> Bool {
        guard let push = endpoint.push, let text = field(message, push.field),
            let span = push.stamp.microseconds(from: text, to: now, unixOffset: unixOffset)
        else { return false }
        tally.record(.push, span, at: now)
        return true
    }
}
