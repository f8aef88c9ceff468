extension Pager {
    /// Goes to `page` instead of `oldTarget`; rests in the same call when the pager is there already.
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

    /// Starts `animation` and plans the window's shifts during it.
    mutating func take(_ animation: Animation, into outputs: inout [Output]) {
        phase = .settling(animation)
        outputs.append(.animationStarted(animation))
        follow(into: &outputs)
        planShift()
    }

    /// The velocity an animation starts with; only a spring takes one over.
    private func startVelocity(_ velocity: Velocity, to end: Position) -> Velocity {
        guard case .spring(let response) = configuration.curve else { return .zero }
        return limited(velocity, by: Spring(responseMilliseconds: response), from: position, to: end)
    }

    /// `velocity` limited so that the spring does not leave the visible range beyond an edge.
    func limited(_ velocity: Velocity, by spring: Spring, from place: Position, to end: Position) -> Velocity {
        let room = order.room(from: place, to: end, overscroll: greatestOverscroll)
        let slowest = -spring.greatestSpeed(within: room.back.units)
        let fastest = spring.greatestSpeed(within: room.forward.units)
        return Velocity(unitsPerSecond: velocity.unitsPerSecond.limited(to: slowest...fastest))
    }

    /// The greatest distance beyond an edge: just below a page, or 0 when edges clamp.
    private var greatestOverscroll: Distance {
        configuration.edge == .clamp ? .zero : Distance(units: Position.unitsPerPage - 1)
    }

    /// `place`, or the edge if no page would be visible there.
    func visible(_ place: Position) -> Position {
        guard order.overscroll(of: place) > greatestOverscroll else { return place }
        return Position(page: order.nearest(to: place.nearestPage))
    }

    /// Ends an animation at its end.
    mutating func complete(_ animation: Animation, into outputs: inout [Output]) {
        position = animation.to
        outputs.append(.offset(position))
        outputs.append(.animationCompleted(animation.id, at: position))
        rest(on: animation.to.nearestPage, into: &outputs)
    }

    /// Comes to rest on `page`: the page at the position, or the nearest one for a pager that may rest between pages.
    mutating func rest(on page: PageIndex, into outputs: inout [Output]) {
        let old = settled
        settled = page
        phase = .idle
        if old != page { outputs.append(.selectionChanged(from: old, to: page)) }
        follow(into: &outputs)
        outputs.append(.idle)
    }
}

extension Pager {
    /// Lets the movement decay after `drag`; a pager beyond an edge returns to the edge.
    mutating func runOut(_ drag: Drag, velocity: Velocity, by member: MemberID?, into outputs: inout [Output]) {
        if position != order.onRow(position) {
            let edge = order.nearest(to: position.nearestPage)
            return go(to: edge, from: drag.base, velocity: velocity, cause: .release, by: member, into: &outputs)
        }
        let room = order.room(from: position, to: position, overscroll: .zero)
        let slowest = -Decay.greatestSpeed(within: room.back)
        let fastest = Decay.greatestSpeed(within: room.forward)
        let speed = Velocity(unitsPerSecond: velocity.unitsPerSecond.limited(to: slowest...fastest))
        let duration = Decay.durationMilliseconds(from: speed)
        let end = order.onRow(position + Decay.way(from: speed, afterMilliseconds: duration))
        if end.nearestPage != drag.base {
            outputs.append(.targetChanged(from: drag.base, to: end.nearestPage))
        }
        guard end != position, duration > 0 else { return rest(on: end.nearestPage, into: &outputs) }
        animationsStarted += 1
        let animation = Animation(
            id: AnimationID(animationsStarted), from: position, to: end, startVelocity: speed, start: now,
            end: now.advanced(byMilliseconds: duration), curve: .decay, cause: .release, by: member)
        take(animation, into: &outputs)
    }
}

extension Pager {
    /// Goes one page on from the target, if the target is still the page the sender saw. Two members that press at once
    /// move one page; one member that presses twice moves two.
    mutating func step(
        _ direction: Input.Direction, from page: PageIndex, by member: MemberID?, into outputs: inout [Output]
    ) {
        if case .empty = phase { return outputs.append(.rejected(.empty)) }
        if let holder = otherHolder(than: member) { return outputs.append(.rejected(.held(by: holder))) }
        guard page == target else { return outputs.append(.rejected(.coalesced)) }
        let next = page + direction.rawValue
        guard next == order.nearest(to: next) else { return outputs.append(.rejected(.unknownPage)) }
        let (oldTarget, velocity) = letGo(by: member, into: &outputs)
        go(to: next, from: oldTarget, velocity: velocity, cause: .step, by: member, into: &outputs)
    }

    mutating func jump(to page: PageIndex, animated: Bool, by member: MemberID?, into outputs: inout [Output]) {
        if case .empty = phase { return outputs.append(.rejected(.empty)) }
        if let holder = otherHolder(than: member) { return outputs.append(.rejected(.held(by: holder))) }
        guard order.contains(page) else { return outputs.append(.rejected(.unknownPage)) }
        if isBound(for: page, animated: animated) { return }
        let (oldTarget, velocity) = letGo(by: member, into: &outputs)
        if animated {
            return go(to: page, from: oldTarget, velocity: velocity, cause: .jump, by: member, into: &outputs)
        }
        if page != oldTarget { outputs.append(.targetChanged(from: oldTarget, to: page)) }
        position = Position(page: page)
        outputs.append(.offset(position))
        rest(on: page, into: &outputs)
    }

    mutating func jump(toItem item: Int, animated: Bool, by member: MemberID?, into outputs: inout [Output]) {
        if case .empty = phase { return outputs.append(.rejected(.empty)) }
        if let holder = otherHolder(than: member) { return outputs.append(.rejected(.held(by: holder))) }
        guard let page = page(showing: item) else { return outputs.append(.rejected(.unknownPage)) }
        jump(to: page, animated: animated, by: member, into: &outputs)
    }

    /// The page showing `item` nearest to the target; of two equally near in a loop, the one ahead.
    func page(showing item: Int) -> PageIndex? {
        guard item >= 0, item < order.count else { return nil }
        guard order.wrap == .loop else { return PageIndex(Int64(item)) }
        let count = Int64(order.count)
        let ahead = PageOrder.flooredModulo(Int64(item) - target.value, count)
        let pages = ahead <= count - ahead ? [ahead, ahead - count] : [ahead - count, ahead]
        return pages.map { target + $0 }.first(where: order.contains)
    }

    /// Whether the pager already rests on `page` or goes there.
    private func isBound(for page: PageIndex, animated: Bool) -> Bool {
        switch phase {
        case .empty, .dragging: false
        case .idle: page == settled && position == Position(page: page)
        case .settling(let animation): animated && animation.to == Position(page: page)
        }
    }

    /// The member other than `member` that drags the pager.
    private func otherHolder(than member: MemberID?) -> MemberID? {
        guard case .dragging(let drag) = phase, drag.holder != member else { return nil }
        return drag.holder
    }

    /// Ends the present activity for a new one. Returns its target and velocity.
    private mutating func letGo(by member: MemberID?, into outputs: inout [Output]) -> (
        target: PageIndex, velocity: Velocity
    ) {
        dropStrip(into: &outputs)
        switch phase {
        case .empty, .idle:
            return (settled, .zero)
        case .dragging(let drag):
            outputs.append(.dragEnded(drag.id, by: drag.holder, at: position, .cancelled))
            return (drag.base, .zero)
        case .settling(let animation):
            outputs.append(.animationInterrupted(animation.id, at: position, by: member))
            return (animation.to.nearestPage, animation.velocity(at: now))
        }
    }
}
