import PagingEngine
import PagingRoom
import PagingWire

/// The stages of a client's connection, and the time of the next attempt.
struct ConnectionCycle: Sendable {
    /// The result of losing a connection.
    enum Loss: Sendable {
        /// The next address of this round is tried at once.
        case next
        case retry(milliseconds: Int64)
        /// So many attempts in a row have failed.
        case giveUp(attempts: Int)
    }

    private(set) var stage = ClientCore.Stage.apart
    /// Attempts in a row that did not lead into the room; with several addresses, rounds of attempts.
    private(set) var failedAttempts = 0
    /// Addresses of the room, each of which a round tries once.
    var addresses = 1
    /// Addresses of this round that were tried.
    private var tried = 0
    /// When the join was sent; its welcome measures the first round trip.
    private(set) var joinSentAt: Instant?
    private var backoff: Backoff
    /// When the current connection attempt counts as failed.
    private var attemptEndsAt: Instant?

    init(seed: UInt64) {
        backoff = Backoff(seed: seed)
    }

    var hasConnection: Bool {
        switch stage {
        case .connecting, .joining, .following: true
        case .apart, .waiting, .over: false
        }
    }

    /// When an attempt times out or the next one begins; nil in the room, and while there is nothing to do.
    var nextDeadline: Instant? {
        switch stage {
        case .apart, .following, .over: nil
        case .connecting, .joining: attemptEndsAt
        case .waiting(let until): until
        }
    }

    /// Whether the attempt under way is the last one of its round.
    var isLastOfRound: Bool { tried + 1 >= addresses }

    /// Begins an attempt; false when there is a connection already, or the client has ended.
    mutating func connect(at now: Instant, timeoutMilliseconds: Int64) -> Bool {
        switch stage {
        case .apart, .waiting: break
        case .connecting, .joining, .following, .over: return false
        }
        stage = .connecting
        attemptEndsAt = now.advanced(byMilliseconds: timeoutMilliseconds)
        return true
    }

    /// Moves the end of the attempt under way.
    mutating func restartAttempt(at now: Instant, timeoutMilliseconds: Int64) {
        if stage == .connecting { attemptEndsAt = now.advanced(byMilliseconds: timeoutMilliseconds) }
    }

    /// The connection is open and the join goes out; false when no attempt is under way.
    mutating func join(at now: Instant) -> Bool {
        guard stage == .connecting else { return false }
        stage = .joining
        joinSentAt = now
        return true
    }

    /// The welcome has come; false when no join is out.
    mutating func welcome() -> Bool {
        guard stage == .joining else { return false }
        stage = .following
        attemptEndsAt = nil
        (failedAttempts, tried) = (0, 0)
        backoff.reset()
        return true
    }

    /// The connection is lost, or an attempt has failed: waits for the next round of attempts, unless `limit` rounds in a
    /// row have failed. Within a round nothing waits.
    mutating func lose(at now: Instant, limit: Int?, retry: Retry) -> Loss {
        attemptEndsAt = nil
        if stage != .following {
            guard isLastOfRound else {
                tried += 1
                stage = .waiting(until: now)
                return .next
            }
            failedAttempts += 1
        }
        tried = 0
        if let limit, failedAttempts >= limit { return .giveUp(attempts: limit) }
        let milliseconds = backoff.next(in: retry)
        stage = .waiting(until: now.advanced(byMilliseconds: milliseconds))
        return .retry(milliseconds: milliseconds)
    }

    /// Stays away until the next `connect`.
    mutating func stayApart() {
        stage = .apart
        attemptEndsAt = nil
    }

    mutating func end(_ end: ClientEnd) {
        stage = .over(end)
        attemptEndsAt = nil
    }
}
