public import PagingEngine

extension Replica {
    /// Where the pager stands at `now` on the owner's clock.
    public func position(at now: Instant) -> Position {
        guard case .settling(let animation) = phase else { return position }
        return animation.position(at: now)
    }

    /// Whether nothing moves.
    public var isAtRest: Bool {
        switch phase {
        case .empty, .idle: true
        case .dragging, .settling: false
        }
    }
}
