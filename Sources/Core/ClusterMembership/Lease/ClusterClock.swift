import ClusterTraffic
import PagingEngine

/// The time that all nodes share: the own boot clock and an offset to the database's clock. It is never far ahead of that
/// clock, so that a member which moves to another node is not told an earlier time there: a reading that took long counts
/// as one of its beginning, a correction forward holds at once, and one back takes at most 0.5 % of the time that passes.
struct ClusterClock: Hashable, Sendable {
    private struct Estimate: Hashable {
        /// The own clock at the last correction.
        var own: Instant
        /// The offset there, in thousandths of a millisecond.
        var offset: Int64
        /// The offset to which it moves back.
        var target: Int64
    }

    /// How far ahead the first reading may be taken, in thousandths of a millisecond.
    private static let tolerance: Int64 = 5_000

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
            let first = low + min((high - low) / 2, ClusterClock.tolerance)
            estimate = Estimate(own: received, offset: first, target: first)
            return
        }
        let target = min(max(old.target, low), high)
        let offset = max(ClusterClock.offset(old, at: received), target)
        estimate = Estimate(own: received, offset: offset, target: target)
    }

    private static func offset(_ estimate: Estimate, at now: Instant) -> Int64 {
        let most = max(0, now.milliseconds(since: estimate.own)) * LeaseTiming.slewPerThousand
        return max(estimate.target, estimate.offset - most)
    }
}

extension Instant {
    /// Whether sums of a few such times, in thousandths of a millisecond, do not overflow.
    var isPlausible: Bool { (0...ClockReading.largestMilliseconds).contains(milliseconds) }
}
