package import PagingEngine

/// How a pager in somebody's hand goes on from the place that was told, until more is known.
///
/// Who reads keyframes is not told each place of a hand. It is told one, and how fast the hand was there, and shows the
/// hand going on like that; the room, which reckons the same, speaks up when the hand does something else.
package struct Extrapolation: Hashable, Sendable {
    /// Afterwards nobody knows: the pager stays where it has come by then.
    package static let milliseconds: Int64 = 128

    /// Not 0, and within `Velocity.bound`.
    package let velocity: Velocity
    /// When the pager was at the place that was told, by the room owner's clock.
    package let since: Instant

    /// A motion with `velocity`, cut to `Velocity.bound`; nil for something that stands.
    package init?(velocity: Velocity, since: Instant) {
        guard velocity != .zero else { return nil }
        self.velocity = velocity.clamped
        self.since = since
    }

    /// The way from the place that was told to that at `now`: velocity · time / 1,000 without its fraction, where the
    /// time is that since `since`, 0 to 128 ms. The same on both sides of 0, so mirrored hands look mirrored.
    package func way(at now: Instant) -> Distance {
        let time = min(max(now.milliseconds(since: since), 0), Extrapolation.milliseconds)
        return Distance(units: velocity.unitsPerSecond * time / 1_000)
    }

    /// Whether the pager stays where it has come by `now`.
    package func isOver(at now: Instant) -> Bool { now.milliseconds(since: since) >= Extrapolation.milliseconds }
}
