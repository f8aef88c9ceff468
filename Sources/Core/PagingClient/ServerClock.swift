package import PagingEngine

/// What time it is at the server, from the round trips seen.
///
/// The server read its clock somewhere between sending and receiving; taking the middle errs by half the round
/// trip at most, so the quickest of the recent ones counts (Cristian 1989).
package struct ServerClock: Sendable {
    /// Round trips kept.
    static let samplesKept = 8

    private var samples: [(roundTrip: Int64, offset: Int64)] = []

    /// Adds a round trip: sent and received by the own clock, read in between by the server's.
    mutating func add(sent: Instant, received: Instant, server: Instant) {
        let roundTrip = received.milliseconds(since: sent)
        guard roundTrip >= 0 else { return }
        if samples.count == ServerClock.samplesKept { samples.removeFirst() }
        samples.append((roundTrip, server.milliseconds - sent.milliseconds - roundTrip / 2))
    }

    /// Forgets everything: another server, another clock.
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
