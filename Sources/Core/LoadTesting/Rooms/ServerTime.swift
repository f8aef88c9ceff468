import PagingEngine
import PagingRoom

/// An estimate of a server's clock from all round trips of one worker.
///
/// A server sends whole milliseconds, read between the sending and the receiving of a round trip. Its clock is ahead of the
/// local one by at most (stamp + 1 ms − sent) and at least (stamp − received). The real difference lies where all these
/// intervals overlap (Marzullo, 1984); for some dozen round trips that is much less than a millisecond.
struct ServerTime: Sendable {
    /// How long an interval counts: clocks drift apart.
    static let turnMicroseconds: Int64 = 10_000_000

    /// Microseconds by which the server's clock is ahead.
    private struct Stretch: Sendable {
        var low: Int64
        var high: Int64

        func overlap(_ other: Stretch) -> Stretch? {
            let both = Stretch(low: max(low, other.low), high: min(high, other.high))
            return both.low <= both.high ? both : nil
        }
    }

    private var recent: Stretch?
    private var older: Stretch?
    private var turnedAt: LoadTime?

    /// Adds a round trip: sent and received by the local clock, stamped in between by the server's.
    mutating func add(sent: LoadTime, received: LoadTime, server: Instant) {
        if let turned = turnedAt, received.microseconds(since: turned) >= ServerTime.turnMicroseconds {
            (older, recent, turnedAt) = (recent, nil, received)
        }
        turnedAt = turnedAt ?? received
        guard let moment = ServerTime.microseconds(server) else { return }
        let new = Stretch(low: moment - received.microseconds, high: moment + 1_000 - sent.microseconds)
        guard let known = recent else { return recent = new }
        recent = known.overlap(new) ?? new
    }

    /// Microseconds from the moment the server called `stamp` to `now`; nil before the first round trip.
    ///
    /// A stamp is half a millisecond too low on average, so the age may be wrong by half a millisecond. It is never negative.
    func age(of stamp: Instant, at now: LoadTime) -> Int64? {
        guard let moment = ServerTime.microseconds(stamp), let ahead = recent.map({ older?.overlap($0) ?? $0 }) ?? older
        else { return nil }
        return age(of: moment, at: now, ahead)
    }

    /// The stamp in microseconds; nil for one that no clock has, which would overflow.
    private static func microseconds(_ stamp: Instant) -> Int64? {
        stamp.milliseconds.magnitude <= mostMilliseconds ? stamp.milliseconds * 1_000 : nil
    }

    /// 35,000 years.
    private static let mostMilliseconds: UInt64 = 1 << 50

    private func age(of moment: Int64, at now: LoadTime, _ ahead: Stretch) -> Int64 {
        // Half by shift: the sum may be negative, and the same rounding for all keeps differences exact.
        let middle = (ahead.low + ahead.high) >> 1
        return max(0, now.microseconds + middle - 500 - moment)
    }
}

/// The clocks of the servers a worker has met.
///
/// A server that restarts numbers its events from the start and may have another clock. Each of its lives therefore has
/// its own number, from 0.
struct ServerClocks: Sendable {
    private var times: [ServerTime] = []
    private var lives: [Epoch: Int] = [:]

    /// The number of a life, a new one for an unknown epoch.
    mutating func life(of epoch: Epoch) -> Int {
        if let life = lives[epoch] { return life }
        lives[epoch] = times.count
        times.append(ServerTime())
        return times.count - 1
    }

    func epoch(ofLife life: Int) -> Epoch? { lives.first { $0.value == life }?.key }

    /// Adds a round trip: sent and received by the local clock, stamped in between by the server's.
    mutating func add(life: Int, sent: LoadTime, received: LoadTime, server: Instant) {
        times[life].add(sent: sent, received: received, server: server)
    }

    /// As `ServerTime.age`.
    func age(of stamp: Instant, life: Int, at now: LoadTime) -> Int64? { times[life].age(of: stamp, at: now) }
}
