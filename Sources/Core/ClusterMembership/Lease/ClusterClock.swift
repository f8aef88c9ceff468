import ClusterTraffic
import PagingEngine

/// The time that all nodes share: the own boot clock and an offset to the database's clock. It follows new samples by at
/// most 0.5 % of the time that passed, so it never goes back.
struct ClusterClock: Hashable, Sendable {
    private struct Estimate: Hashable {
        /// The own clock at the last correction.
        var own: Instant
        /// The offset there, in thousandths of a millisecond.
        var offset: Int64
        /// The offset to which it moves.
        var target: Int64
    }

    private var estimate: Estimate?

    /// The shared time; nil before the first sample.
    func time(at now: Instant) -> Instant? {
        estimate.map { now.advanced(byMilliseconds: ClusterClock.offset($0, at: now) / 1_000) }
    }

    /// Takes a reading of the other clock that was made between two own times. While the estimate lies within what the
    /// reading allows, it stays: a slow answer says little.
    mutating func add(_ reading: Instant, between sent: Instant, and received: Instant) {
        guard sent <= received, reading.isPlausible, sent.isPlausible, received.isPlausible else { return }
        let (low, high) = (reading.milliseconds(since: received) * 1_000, reading.milliseconds(since: sent) * 1_000)
        guard let old = estimate else {
            let middle = low + (high - low) / 2
            estimate = Estimate(own: received, offset: middle, target: middle)
            return
        }
        let offset = ClusterClock.offset(old, at: received)
        estimate = Estimate(own: received, offset: offset, target: min(max(old.target, low), high))
    }

    private static func offset(_ estimate: Estimate, at now: Instant) -> Int64 {
        let most = max(0, now.milliseconds(since: estimate.own)) * LeaseTiming.slewPerThousand
        return estimate.offset + min(max(estimate.target - estimate.offset, -most), most)
    }
}

extension Instant {
    /// Whether sums of a few such times, in thousandths of a millisecond, do not overflow.
    var isPlausible: Bool { (0...ClockReading.largestMilliseconds).contains(milliseconds) }
}
