import PagingEngine
import PagingRoom
import PagingWire
import Support

/// A connection as its loop knows it.
struct Peer: Sendable {
    /// Transitions: waiting → (authorizing →) entering → joined; any → closing.
    enum Stage: Sendable {
        /// Upgraded, no join yet.
        case waiting
        /// The join's token is being verified.
        case authorizing(RequestID, Join)
        /// The join is at the room's home.
        case entering
        case joined(MemberID, subscriber: Int)
        /// Told to close; nothing more is read or written.
        case closing
    }

    let room: String
    let secret: Session
    var stage = Stage.waiting
    /// Frames for a connection that has no subscriber yet.
    var replies: [Frame] = []
    let openedAt: Instant
    /// First within an interval, then one interval after the last ping or the last received message.
    var pingDueAt: Instant
    /// Set while a ping is unanswered.
    var pongDueAt: Instant?
    var chokedSince: Instant?
    var saidGoodbye = false
    var bucket: TokenBucket
    /// The newest drag sample, while it waits for the bucket.
    var heldSample: ClientMessage?
    var strikes = Strikes()

    /// Notes that the connection is alive. A join does not count: connections that come together would be pinged together.
    mutating func hear(at now: Instant, pingMilliseconds: Int64) {
        guard case .joined = stage else { return }
        pingDueAt = now.advanced(byMilliseconds: pingMilliseconds)
        pongDueAt = nil
    }

    /// Whether the connection has not sent a valid join yet.
    var isWaiting: Bool {
        switch stage {
        case .waiting, .authorizing: true
        case .entering, .joined, .closing: false
        }
    }

    var isClosing: Bool {
        if case .closing = stage { return true }
        return false
    }

    /// Whether a time limit runs against the connection.
    var isLimited: Bool { isWaiting || pongDueAt != nil || chokedSince != nil }

    /// The place of the connection's subscriber, once it has joined.
    var subscription: Subscription? {
        guard case .joined(let member, let index) = stage else { return nil }
        return Subscription(room: room, member: member, index: index)
    }
}

/// A subscriber in the relay of a room.
struct Subscription: Sendable {
    let room: String
    let member: MemberID
    let index: Int
}
