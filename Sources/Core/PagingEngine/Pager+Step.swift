extension Pager {
    /// One page on from the target, if the target is still the page the sender saw: two members pressing at once move
    /// one page, one member pressing twice moves two.
    mutating func step(
        _ direction: Input.Direction, from page: PageIndex, by member: MemberID?, into outputs: inout [Output]
    ) {
        if case .empty = phase { return }
        if let holder = otherHolder(than: member) { return outputs.append(.rejected(.held(by: holder))) }
        guard page == target else { return outputs.append(.rejected(.coalesced)) }
        let next = page + direction.rawValue
        guard next == order.nearest(to: next) else { return outputs.append(.rejected(.unknownPage)) }
        let (oldTarget, velocity) = letGo(by: member, into: &outputs)
        go(to: next, from: oldTarget, velocity: velocity, cause: .step, by: member, into: &outputs)
    }

    mutating func jump(to page: PageIndex, animated: Bool, by member: MemberID?, into outputs: inout [Output]) {
        if case .empty = phase { return }
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
        if case .empty = phase { return }
        if let holder = otherHolder(than: member) { return outputs.append(.rejected(.held(by: holder))) }
        guard let page = page(showing: item) else { return outputs.append(.rejected(.unknownPage)) }
        jump(to: page, animated: animated, by: member, into: &outputs)
    }

    /// The page showing `item` that is nearest to the target; of two in a loop the one ahead.
    func page(showing item: Int) -> PageIndex? {
        guard item >= 0, item < order.count else { return nil }
        guard order.wrap == .loop else { return PageIndex(Int64(item)) }
        let count = Int64(order.count)
        let ahead = PageOrder.flooredModulo(Int64(item) - target.value, count)
        let pages = ahead <= count - ahead ? [ahead, ahead - count] : [ahead - count, ahead]
        return pages.map { target + $0 }.first(where: order.contains)
    }

    /// Whether a jump to `page` would only repeat what is under way or done.
    private func isBound(for page: PageIndex, animated: Bool) -> Bool {
        switch phase {
        case .empty, .dragging: false
        case .idle: page == settled && position == Position(page: page)
        case .settling(let animation): animated && animation.to == Position(page: page)
        }
    }

    /// The member, other than this one, whose hand is on the pager.
    private func otherHolder(than member: MemberID?) -> MemberID? {
        guard case .dragging(let drag) = phase, drag.holder != member else { return nil }
        return drag.holder
    }

    /// Takes the pager out of what it was doing, for something new; says where it was going and how fast it is.
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
