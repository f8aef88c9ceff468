extension Pager {
    /// Lets a pager without pages to rest on run out after `drag`; from beyond an edge it comes back to it.
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
