package import PagingEngine

/// How fast a hand moves, by where it was in the last tenth of a second.
package struct VelocityTracker: Hashable, Sendable {
    /// A swipe is quicker than this; what the hand did before says nothing of how it lets go.
    package static let windowMilliseconds: Int64 = 100
    /// A terminal reports no more in that time.
    private static let limit = 256

    private struct Sample: Hashable {
        let at: Instant
        let way: Distance
    }

    private var samples: [Sample] = []

    package init() {}

    /// The hand was `way` from the grab.
    package mutating func add(_ way: Distance, at now: Instant) {
        samples.removeAll { now.milliseconds(since: $0.at) > VelocityTracker.windowMilliseconds }
        if samples.count == VelocityTracker.limit { samples.removeFirst() }
        samples.append(Sample(at: now, way: way))
    }

    /// The velocity of a hand that lets go at `now`; 0 for one that has rested.
    package func velocity(at now: Instant) -> Velocity {
        let recent = samples.filter { now.milliseconds(since: $0.at) <= VelocityTracker.windowMilliseconds }
        guard let first = recent.first, let last = recent.last, first != last else { return .zero }
        let time = max(1, now.milliseconds(since: first.at))
        let way = (last.way - first.way).units
        let bound = Velocity.bound * time / 1_000
        return Velocity(unitsPerSecond: min(max(way, -bound), bound) * 1_000 / time).clamped
    }
}
