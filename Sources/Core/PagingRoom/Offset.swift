package import PagingEngine

/// Where the pager, or the strip of tabs in a hand, stood at a moment; only the newest matters, so it carries no number
/// of its own.
package struct Offset: Hashable, Sendable {
    /// The last reliable event before it. A client that has seen a later one drops the offset.
    package let sequence: Sequence
    package let position: Position
    package let now: Instant
    /// How the pager goes on from there in the picture of those who read keyframes; 0 for one that stands. Those with
    /// frames are told each place and leave it alone.
    package var velocity: Velocity
    /// The holder, while dragging.
    package let by: MemberID?
    /// Whether it is the strip of tabs that stands there, by itself, and not the pager.
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
