import PagingEngine
import PagingRoom
import PagingWire
import Support

/// A connection as its loop knows it.
struct Peer: Sendable {
    typealias Index = DenseMap<PeerID, Peer>.Index

    /// Transitions: waiting → (authorizing →) entering → joined; any → closing.
    enum Stage: Sendable {
        /// Upgraded, no join yet.
        case waiting
        /// The join's token is being looked at.
        case authorizing(RequestID, Join)
        /// The join is with the room's home.
        case entering
        case joined(MemberID, reader: Int)
        /// Told to close; nothing more is read or written.
        case closing
    }

    let room: String
    let secret: Session
    var stage = Stage.waiting
    /// Answers before there is a reader to hold them.
    var replies: [Frame] = []
    let openedAt: Instant
    /// First within an interval, then an interval after the last ping or the last it said.
    var pingDueAt: Instant
    /// Set while a ping is unanswered.
    var pongDueAt: Instant?
    var chokedSince: Instant?
    var saidGoodbye = false
    var bucket: TokenBucket
    /// The newest place of its hand, which had to wait for the bucket.
    var heldSample: ClientMessage?
    var strikes = Strikes()

    /// It has said something, so it lives. A join does not count: those who come together would be pinged together.
    mutating func hear(at now: Instant, pingMilliseconds: Int64) {
        guard case .joined = stage else { return }
        pingDueAt = now.advanced(byMilliseconds: pingMilliseconds)
        pongDueAt = nil
    }

    /// Whether the join is still due.
    var isWaiting: Bool {
        switch stage {
        case .waiting, .authorizing: true
        case .entering, .joined, .closing: false
        }
    }

    /// Whether a time limit runs against the connection.
    var isLimited: Bool { isWaiting || pongDueAt != nil || chokedSince != nil }
}
