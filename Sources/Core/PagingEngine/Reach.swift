/// How far a drag may go without resistance, and where it shows beyond that.
struct Reach {
    let lower: Position
    let upper: Position
    let edge: Configuration.Edge

    /// Where the pager stands when the hand is at `raw`.
    func place(_ raw: Position) -> Position {
        if raw < lower { return edge == .clamp ? lower : lower + RubberBand.drawn(dragged: raw - lower) }
        if raw > upper { return edge == .clamp ? upper : upper + RubberBand.drawn(dragged: raw - upper) }
        return raw
    }

    /// Where the hand is when the pager stands at `place`, less than a page beyond the limits.
    func raw(_ place: Position) -> Position {
        let isWithin = place >= lower && place <= upper
        precondition(edge == .rubber || isWithin, "without a band nothing lies beyond a limit")
        if place < lower { return lower + RubberBand.dragged(drawn: place - lower) }
        if place > upper { return upper + RubberBand.dragged(drawn: place - upper) }
        return place
    }

    /// The velocity that shows when the hand moves at `velocity` and the pager stands at `place`.
    func velocity(_ velocity: Velocity, at place: Position) -> Velocity {
        let beyond = place < lower ? place - lower : place > upper ? place - upper : .zero
        guard beyond != .zero else { return velocity }
        return edge == .clamp ? .zero : RubberBand.velocity(velocity, drawn: beyond)
    }
}
