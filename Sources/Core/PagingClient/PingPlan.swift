import PagingEngine
import PagingRoom

/// When to ping, and which ping is out.
struct PingPlan: Sendable {
    private(set) var outstanding: (id: RequestID, sentAt: Instant)?
    private var dueAt: Instant?
    private var deadAt: Instant?
    private var sent = 0

    var nextMoment: Instant? { deadAt ?? dueAt }

    /// A new connection: the first ping is due at once.
    mutating func restart(at now: Instant) {
        self = PingPlan()
        dueAt = now
    }

    func isDue(at now: Instant) -> Bool {
        outstanding == nil && dueAt.map { $0 <= now } == true
    }

    func isDead(at now: Instant) -> Bool {
        deadAt.map { $0 <= now } == true
    }

    mutating func sent(_ id: RequestID, at now: Instant, settings: ClientSettings) {
        sent += 1
        outstanding = (id, now)
        deadAt = now.advanced(byMilliseconds: settings.pongMilliseconds)
        let isOpening = sent < settings.openingPings
        dueAt = now.advanced(
            byMilliseconds: isOpening ? settings.openingPingMilliseconds : settings.pingMilliseconds)
    }

    /// The moment the answered ping was sent, or nil when it is not the one that is out.
    mutating func answered(_ id: RequestID) -> Instant? {
        guard let waiting = outstanding, waiting.id == id else { return nil }
        outstanding = nil
        deadAt = nil
        return waiting.sentAt
    }
}
