package import PagingEngine

/// The position of the pager, or of a held strip of tabs, at a moment.
///
/// Only the newest offset matters, so offsets are unreliable and have no number.
package struct Offset: Hashable, Sendable {
    /// The last reliable event before it. A client that has a later event drops the offset.
    package let sequence: Sequence
    package let position: Position
    package let now: Instant
    /// Velocity with which readers of keyframes extrapolate; 0 at rest. Members with frames get every position and
    /// ignore it.
    package var velocity: Velocity
    /// The holder, during a drag.
    package let by: MemberID?
    /// Whether the position is that of the strip of tabs instead of the pager's.
    package let isOnStrip: Bool

    package init(
        sequence: Sequence, position: Position, now: Instant, velocity: Velocity = .zero, by: MemberID?,
        isOnStrip: Bool = false
    ) {
        self.sequence = sequence
        self.position = position
        self.now = now
        self.velocity = velocity
        self.by = by
        self.isOnStrip = isOnStrip
    }
}

/// The members an offset is for, among those that want offsets.
package enum OffsetAudience: Hashable, Sendable {
    case everybody
    /// Members that asked for frames.
    case frames
    /// The other members; those with frames have this position already.
    case keyframes

    /// The audience of an offset that replaces one for `self` by one for `other`.
    package func joined(with other: OffsetAudience) -> OffsetAudience { self == other ? self : .everybody }
}

/// The movement of a dragged pager after the last published position, until more is known.
///
/// Readers of keyframes do not get each position of a drag. They get one with a velocity and extrapolate; the room
/// computes the same and publishes a correction when the drag does something else (`DeadReckoning`).
package struct Extrapolation: Hashable, Sendable {
    /// Length of an extrapolation at most; afterwards the pager stays where it is.
    package static let milliseconds: Int64 = 128

    /// Not 0, and within `Velocity.bound`.
    package let velocity: Velocity
    /// Time of the published position, on the room owner's clock.
    package let since: Instant

    /// An extrapolation with `velocity` limited to `Velocity.bound`; nil for velocity 0.
    package init?(velocity: Velocity, since: Instant) {
        guard velocity != .zero else { return nil }
        self.velocity = velocity.clamped
        self.since = since
    }

    /// The distance from the published position at `now`: velocity · time / 1,000, truncated, where time is `now` −
    /// `since`, limited to 0…128 ms. Truncation keeps mirrored drags mirrored.
    package func way(at now: Instant) -> Distance {
        let time = min(max(now.milliseconds(since: since), 0), Extrapolation.milliseconds)
        return Distance(units: velocity.unitsPerSecond * time / 1_000)
    }

    /// Whether the extrapolation has ended by `now`.
    package func isOver(at now: Instant) -> Bool { now.milliseconds(since: since) >= Extrapolation.milliseconds }
}
