public import PagingEngine

/// Where the pager, or the strip of tabs in a hand, stood at a moment; only the newest matters, so it carries no number
/// of its own.
public struct Offset: Hashable, Sendable {
    /// The last reliable event before it. A client that has seen a later one drops the offset.
    public let sequence: Sequence
    public let position: Position
    public let now: Instant
    /// How the pager goes on from there in the picture of those who read keyframes; 0 for one that stands. Those with
    /// frames are told each place and leave it alone.
    public var velocity: Velocity
    /// The holder, while dragging.
    public let by: MemberID?
    /// Whether it is the strip of tabs that stands there, by itself, and not the pager.
    public let isOnStrip: Bool

    public init(
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
