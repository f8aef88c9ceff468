package import PagingEngine
import PagingRoom

/// The server's time, measured by pings, and the liveness of the connection they are sent on.
struct ClockSync: Sendable {
    private(set) var clock = ServerClock()
    private var outstanding: (id: RequestID, sentAt: Instant)?
    private var nextPingAt: Instant?
    private var deadAt: Instant?
    private var sent = 0

    var nextDeadline: Instant? { deadAt ?? nextPingAt }

    /// Whether the pong did not come in time.
    func isDead(at now: Instant) -> Bool { deadAt.map { $0 <= now } == true }

    func needsPing(at now: Instant) -> Bool { outstanding == nil && nextPingAt.map { $0 <= now } == true }

    /// A new connection: its welcome, read at `server`, answers the join sent at `sentAt`; the first ping follows at
    /// once.
    mutating func welcome(isOtherServer: Bool, sentAt: Instant?, server: Instant, at now: Instant) {
        if isOtherServer { clock.reset() }
        if let sentAt { clock.add(sent: sentAt, received: now, server: server) }
        disconnect()
        nextPingAt = now
    }

    /// Forgets the pings of a connection that is gone, and keeps the time.
    mutating func disconnect() {
        (outstanding, nextPingAt, deadAt, sent) = (nil, nil, nil, 0)
    }

    mutating func ping(_ id: RequestID, at now: Instant, settings: ClientSettings) {
        sent += 1
        outstanding = (id, now)
        deadAt = now.advanced(byMilliseconds: settings.pongMilliseconds)
        let isOpening = sent < settings.openingPings
        nextPingAt = now.advanced(
            byMilliseconds: isOpening ? settings.openingPingMilliseconds : settings.pingMilliseconds)
    }

    /// Takes the answer to a ping, read at `server`; the answer to another one counts for nothing.
    mutating func pong(_ id: RequestID, server: Instant, at now: Instant) {
        guard let outstanding, outstanding.id == id else { return }
        clock.add(sent: outstanding.sentAt, received: now, server: server)
        (self.outstanding, deadAt) = (nil, nil)
    }
}

/// The server's time, estimated from round trips.
///
/// The server reads its clock somewhere between sending and receiving. Taking the middle errs by half the round trip at
/// most, so the quickest of the recent ones counts (Cristian 1989).
package struct ServerClock: Sendable {
    /// Number of round trips kept.
    static let samplesKept = 8

    private var samples: [(roundTrip: Int64, offset: Int64)] = []

    /// Adds a round trip: sent and received by the own clock, read in between by the server's.
    mutating func add(sent: Instant, received: Instant, server: Instant) {
        let roundTrip = received.milliseconds(since: sent)
        guard roundTrip >= 0 else { return }
        if samples.count == ServerClock.samplesKept { samples.removeFirst() }
        samples.append((roundTrip, server.milliseconds - sent.milliseconds - roundTrip / 2))
    }

    /// Forgets everything, since another server has another clock.
    mutating func reset() { samples = [] }

    private var best: (roundTrip: Int64, offset: Int64)? { samples.min { $0.roundTrip < $1.roundTrip } }

    /// The server's time at `now` of the own clock, or nil before the first round trip.
    package func time(at now: Instant) -> Instant? {
        best.map { now.advanced(byMilliseconds: $0.offset) }
    }

    /// The own clock's time when the server's shows `moment`.
    package func ownTime(of moment: Instant) -> Instant? {
        best.map { moment.advanced(byMilliseconds: -$0.offset) }
    }

    /// The newest round trip.
    package var roundTripMilliseconds: Int64? { samples.last?.roundTrip }
}
