extension Pager {
    /// Moves on to `page`, having been on the way to `oldTarget`; at rest in the same call when already there.
    mutating func go(
        to page: PageIndex, from oldTarget: PageIndex, velocity: Velocity, cause: Animation.Cause, by member: MemberID?,
        into outputs: inout [Output]
    ) {
        if page != oldTarget { outputs.append(.targetChanged(from: oldTarget, to: page)) }
        let end = Position(page: page)
        guard position != end else { return rest(on: page, into: &outputs) }
        let duration = configuration.durationMilliseconds
        guard duration > 0 else {
            position = end
            outputs.append(.offset(end))
            return rest(on: page, into: &outputs)
        }
        animationsStarted += 1
        let animation = Animation(
            id: AnimationID(animationsStarted), from: position, to: end,
            startVelocity: startVelocity(velocity, to: end), start: now,
            end: now.advanced(byMilliseconds: duration), curve: configuration.curve, cause: cause, by: member)
        take(animation, into: &outputs)
    }

    /// Begins to settle, and plans what will happen on the way.
    mutating func take(_ animation: Animation, into outputs: inout [Output]) {
        phase = .settling(animation)
        outputs.append(.animationStarted(animation))
        follow(into: &outputs)
        planShift()
    }

    /// Only a spring takes a velocity over.
    private func startVelocity(_ velocity: Velocity, to end: Position) -> Velocity {
        guard case .spring(let response) = configuration.curve else { return .zero }
        return limited(velocity, by: Spring(responseMilliseconds: response), from: position, to: end)
    }

    /// As much of `velocity` as does not swing the pager out of sight beyond an edge.
    func limited(_ velocity: Velocity, by spring: Spring, from place: Position, to end: Position) -> Velocity {
        let room = order.room(from: place, to: end, overscroll: greatestOverscroll)
        let slowest = -spring.greatestSpeed(within: room.back.units)
        let fastest = spring.greatestSpeed(within: room.forward.units)
        return Velocity(unitsPerSecond: velocity.unitsPerSecond.limited(to: slowest...fastest))
    }

    /// How far beyond an edge the pager may stand: not quite a page, or nothing when edges are hard.
    private var greatestOverscroll: Distance {
        configuration.edge == .clamp ? .zero : Distance(units: Position.unitsPerPage - 1)
    }

    /// `place`, or the edge when it lies so far beyond it that nothing could show.
    func visible(_ place: Position) -> Position {
        guard order.overscroll(of: place) > greatestOverscroll else { return place }
        return Position(page: order.nearest(to: place.nearestPage))
    }

    /// The animation has run its time.
    mutating func complete(_ animation: Animation, into outputs: inout [Output]) {
        position = animation.to
        outputs.append(.offset(position))
        outputs.append(.animationCompleted(animation.id, at: position))
        rest(on: animation.to.nearestPage, into: &outputs)
    }

    /// Comes to rest on `page`, where the pager stands already, or which is nearest when it runs freely.
    mutating func rest(on page: PageIndex, into outputs: inout [Output]) {
        let old = settled
        settled = page
        phase = .idle
        if old != page { outputs.append(.selectionChanged(from: old, to: page)) }
        follow(into: &outputs)
        outputs.append(.idle)
    }
}
