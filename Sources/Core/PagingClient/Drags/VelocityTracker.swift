package import PagingEngine

/// The velocity of a drag, from its samples of the last tenth of a second.
package struct VelocityTracker: Hashable, Sendable {
    /// A swipe is quicker than this; earlier samples do not describe the release.
    package static let windowMilliseconds: Int64 = 100
    /// More samples than a terminal reports in that time.
    private static let limit = 256

    private struct Sample: Hashable {
        let at: Instant
        let translation: Distance
    }

    private var samples: [Sample] = []

    package init() {}

    /// Adds a sample: the drag is `translation` from its grab position.
    package mutating func add(_ translation: Distance, at now: Instant) {
        samples.removeAll { now.milliseconds(since: $0.at) > VelocityTracker.windowMilliseconds }
        if samples.count == VelocityTracker.limit { samples.removeFirst() }
        samples.append(Sample(at: now, translation: translation))
    }

    /// The velocity of a drag that ends at `now`; zero when it did not move recently.
    package func velocity(at now: Instant) -> Velocity {
        let recent = samples.filter { now.milliseconds(since: $0.at) <= VelocityTracker.windowMilliseconds }
        guard let first = recent.first, let last = recent.last, first != last else { return .zero }
        let time = max(1, now.milliseconds(since: first.at))
        let translation = (last.translation - first.translation).units
        let bound = Velocity.bound * time / 1_000
        return Velocity(unitsPerSecond: min(max(translation, -bound), bound) * 1_000 / time).clamped
    }
}
