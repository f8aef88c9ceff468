import PagingEngine
import PagingRoom
import PagingWire
import Support

/// A connection as its loop knows it.
struct Peer: Sendable {
    /// Transitions: waiting → (authorizing →) joining → joined; any → closing.
    enum Stage: Sendable {
        /// Upgraded, no join yet.
        case waiting
        /// The join's token is being verified.
        case authorizing(RequestID, Join)
        /// The join is at the room's home.
        case joining
        case joined(MemberID, subscriber: Int)
        /// The close was sent; nothing more is read or written.
        case closing
    }

    let room: String
    let secret: Session
    /// The token of its join, if the token can be revoked.
    var token: VerifiedToken?
    var stage = Stage.waiting
    var liveness: Liveness
    var saidGoodbye = false
    var bucket: TokenBucket
    /// The newest drag sample, while it waits for the bucket.
    var heldSample: ClientMessage?
    /// Requests for pages and files without an answer yet.
    var sideRequests = 0
    var strikes = Strikes()
    /// Objects refused for rate.
    var rateStrikes = Strikes()

    /// Notes that the connection is alive. A join does not count: a crowd that joins together would be pinged together.
    mutating func hear(at now: Instant, pingMilliseconds: Int64) {
        guard case .joined = stage else { return }
        liveness.hear(at: now, pingMilliseconds: pingMilliseconds)
    }

    /// Whether the connection has not sent a valid join yet.
    var isWaiting: Bool {
        switch stage {
        case .waiting, .authorizing: true
        case .joining, .joined, .closing: false
        }
    }

    /// Whether the connection's join was answered.
    var hasJoined: Bool {
        if case .joined = stage { return true }
        return false
    }

    var isClosing: Bool {
        if case .closing = stage { return true }
        return false
    }

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
