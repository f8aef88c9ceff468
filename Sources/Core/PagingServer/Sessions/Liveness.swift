import PagingEngine
import PagingWire

/// The time limits of one connection: join, ping, pong, and how long it may be choked.
struct Liveness: Sendable {
    enum Verdict: Sendable {
        case ping
        case exceeded(CloseCode, reason: String)
    }

    let openedAt: Instant
    /// First within an interval, then one interval after the last ping or the last received message.
    private var pingDueAt: Instant
    /// Set while a ping is unanswered.
    private var pongDueAt: Instant?
    /// Since when the connection takes no more bytes; nil while it does.
    var chokedSince: Instant?

    init(openedAt: Instant, firstPingAt: Instant) {
        self.openedAt = openedAt
        pingDueAt = firstPingAt
    }

    /// Notes that the connection sent something.
    mutating func hear(at now: Instant, pingMilliseconds: Int64) {
        pingDueAt = now.advanced(byMilliseconds: pingMilliseconds)
        pongDueAt = nil
    }

    mutating func receivedPong() { pongDueAt = nil }

    /// Gives an unanswered ping its full time again: it may have been stuck behind other output.
    mutating func restartPongLimit(at now: Instant, pongMilliseconds: Int64) {
        if pongDueAt != nil { pongDueAt = now.advanced(byMilliseconds: pongMilliseconds) }
    }

    /// Whether a limit may be reached by `now`; `hasJoined` once the join was answered.
    func needsCheck(at now: Instant, hasJoined: Bool) -> Bool {
        pingDueAt <= now || !hasJoined || pongDueAt != nil || chokedSince != nil
    }

    /// The limit that the connection exceeds at `now`, or that it is to be pinged; `isWaiting` before the connection has
    /// sent a valid join.
    mutating func check(at now: Instant, isWaiting: Bool, hasJoined: Bool, _ settings: ServerSettings) -> Verdict? {
        if isWaiting, now.milliseconds(since: openedAt) >= settings.joinMilliseconds {
            return .exceeded(.noJoin, reason: "no join within \(settings.joinMilliseconds) ms")
        }
        if !hasJoined, now.milliseconds(since: openedAt) >= settings.welcomeMilliseconds {
            return .exceeded(.serverFull, reason: Liveness.reasonWithoutWelcome(settings))
        }
        if let since = chokedSince {
            guard now.milliseconds(since: since) >= settings.chokedMilliseconds else { return nil }
            return .exceeded(.tooSlow, reason: "nothing read for \(settings.chokedMilliseconds) ms")
        }
        if let due = pongDueAt, due <= now {
            return .exceeded(.noPong, reason: "no pong within \(settings.pongMilliseconds) ms")
        }
        guard pingDueAt <= now else { return nil }
        pingDueAt = now.advanced(byMilliseconds: settings.pingMilliseconds)
        pongDueAt = now.advanced(byMilliseconds: settings.pongMilliseconds)
        return .ping
    }

    /// With a store, only a commit takes that long; in a cluster, also the search for the room's owner.
    private static func reasonWithoutWelcome(_ settings: ServerSettings) -> String {
        let limit = settings.welcomeMilliseconds
        if settings.cluster != nil { return "no server of the cluster has let you in within \(limit) ms; try again" }
        return settings.isDurable ? "the server's disk does not keep up" : "no welcome within \(limit) ms"
    }
}
