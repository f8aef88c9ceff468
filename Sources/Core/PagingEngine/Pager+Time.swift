extension Pager {
    /// Lets everything due by `instant` happen, each at its own time, and stands at `instant` afterwards.
    ///
    /// So `tick(a)`, `tick(b)` come to the same as `tick(b)`.
    mutating func advance(to instant: Instant, into outputs: inout [Output]) {
        let instant = max(instant.withinBound, now)
        while let deadline = nextDeadline, deadline <= instant {
            now = max(now, deadline)
            meetDeadline(into: &outputs)
        }
        now = instant
        if case .settling(let animation) = phase { position = animation.position(at: instant) }
    }

    private mutating func meetDeadline(into outputs: inout [Output]) {
        switch phase {
        case .empty: break
        case .idle: dropStrip(into: &outputs)
        case .dragging(let drag): giveUp(drag, .lost, by: nil, into: &outputs)
        case .settling(let animation):
            guard now < animation.end else { return complete(animation, into: &outputs) }
            position = animation.position(at: now)
            follow(into: &outputs)
            planShift()
        }
    }
}
