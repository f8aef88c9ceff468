package import PagingEngine

extension Replica {
    /// Where the pager stands at `now` on the owner's clock.
    package func position(at now: Instant) -> Position {
        if case .settling(let animation) = phase { return animation.position(at: now) }
        guard case .dragging = phase, let motion else { return position }
        return position + motion.way(at: now)
    }

    /// Until when the pager moves by itself, on the owner's clock, if nothing else comes; nil when it does not.
    package var movesUntil: Instant? {
        if case .settling(let animation) = phase { return animation.end }
        guard case .dragging = phase else { return nil }
        return motion?.since.advanced(byMilliseconds: Extrapolation.milliseconds)
    }

    /// Whether nothing moves.
    package var isAtRest: Bool {
        switch phase {
        case .empty, .idle: true
        case .dragging, .settling: false
        }
    }
}
