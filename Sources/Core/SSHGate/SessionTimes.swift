package import PagingEngine

/// The time limits of one session: for the handshake with the login, for being idle, for output that nobody reads, and
/// for the last words.
package struct SessionTimes: Sendable {
    /// Reason why a session ends.
    package enum ExceededLimit: Hashable, Sendable {
        case handshake, idle, unread, finished
    }

    package static let handshakeMilliseconds: Int64 = 10_000
    /// A person may have to find the token.
    package static let loginMilliseconds: Int64 = 60_000
    package static let unreadMilliseconds: Int64 = 60_000
    package static let finishMilliseconds: Int64 = 2_000

    private let idleMilliseconds: Int64?
    private let beganAt: Instant
    private var isAsking = false
    private var lastInput: Instant?
    private var unreadSince: Instant?
    private var finishedAt: Instant?

    /// - Parameter idleMilliseconds: nil sets no limit.
    package init(idleMilliseconds: Int64?, at now: Instant) {
        self.idleMilliseconds = idleMilliseconds
        beganAt = now
    }

    /// The key exchange is done and the client tries to log in.
    package mutating func loginBegan() { isAsking = true }

    /// The client has typed something, or its shell has begun.
    package mutating func touched(at now: Instant) { lastInput = now }

    /// Output waits, or no longer does.
    package mutating func setUnread(_ isUnread: Bool, at now: Instant) {
        if !isUnread { unreadSince = nil } else if unreadSince == nil { unreadSince = now }
    }

    /// The last words were sent; the client may end the connection.
    package mutating func finished(at now: Instant) { if finishedAt == nil { finishedAt = now } }

    /// When the next limit ends, and which.
    package var next: (at: Instant, reason: ExceededLimit)? {
        if let finishedAt { return (finishedAt.advanced(byMilliseconds: Self.finishMilliseconds), .finished) }
        guard let lastInput else {
            let limit = isAsking ? Self.loginMilliseconds : Self.handshakeMilliseconds
            return (beganAt.advanced(byMilliseconds: limit), .handshake)
        }
        let idle = idleMilliseconds.map { (at: lastInput.advanced(byMilliseconds: $0), reason: ExceededLimit.idle) }
        let unread = unreadSince.map {
            (at: $0.advanced(byMilliseconds: Self.unreadMilliseconds), reason: ExceededLimit.unread)
        }
        guard let idle, let unread else { return idle ?? unread }
        return idle.at < unread.at ? idle : unread
    }

    /// The limit that has ended at `now`, if any.
    package func ended(at now: Instant) -> ExceededLimit? {
        guard let next, next.at <= now else { return nil }
        return next.reason
    }
}
