/// One keyframe of movement, complete in itself: anyone can evaluate it at any time and sees the same.
public struct Animation: Hashable, Sendable {
    /// Why the pager moves.
    public enum Cause: String, Hashable, Sendable, CaseIterable {
        /// A drag was let go.
        case release
        /// A drag was cancelled or its holder was lost.
        case cancel
        case step
        case jump
        /// New content took the target away.
        case content
    }

    public let id: AnimationID
    public internal(set) var from: Position
    public internal(set) var to: Position
    /// Velocity at the start; 0 except for springs and decay.
    public let startVelocity: Velocity
    public let start: Instant
    /// At this moment the position is exactly `to`.
    public let end: Instant
    public let curve: Curve
    public let cause: Cause
    /// Whose input started it.
    public let by: MemberID?

    public init(
        id: AnimationID, from: Position, to: Position, startVelocity: Velocity, start: Instant, end: Instant,
        curve: Curve, cause: Cause, by: MemberID?
    ) {
        self.id = id
        self.from = from
        self.to = to
        self.startVelocity = startVelocity
        self.start = start
        self.end = end
        self.curve = curve
        self.cause = cause
        self.by = by
    }

    /// The same movement `distance` further along the row; content that came or went before it does this.
    public func rebased(by distance: Distance) -> Animation {
        var moved = self
        moved.from = from + distance
        moved.to = to + distance
        return moved
    }
}
