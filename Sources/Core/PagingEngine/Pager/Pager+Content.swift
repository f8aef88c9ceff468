extension Pager {
    /// Takes new pages in place of `revision`.
    ///
    /// Everything that moves or rests is carried by one whole number of pages, so that the page in view stays in view;
    /// only when the page it holds on to is gone does the pager go to the nearest one left.
    mutating func replace(
        revision replaced: Int64, with order: PageOrder, by member: MemberID?, into outputs: inout [Output]
    ) {
        guard replaced == revision else { return outputs.append(.rejected(.stale)) }
        revision += 1
        let order = order.adapted(to: configuration)
        if order.isEmpty { return becomeEmpty(order, by: member, into: &outputs) }
        let rebase = Rebase(old: self.order, new: order)
        switch phase {
        case .empty:
            fill(with: order, into: &outputs)
        case .idle:
            carryRest(rebase, into: &outputs)
        case .dragging(let drag):
            carry(drag, rebase, into: &outputs)
        case .settling(let animation):
            carry(animation, rebase, by: member, into: &outputs)
        }
    }

    private mutating func becomeEmpty(_ order: PageOrder, by member: MemberID?, into outputs: inout [Output]) {
        switch phase {
        case .empty, .idle: break
        case .dragging(let drag): outputs.append(.dragEnded(drag.id, by: drag.holder, at: position, .cancelled))
        case .settling(let animation): outputs.append(.animationInterrupted(animation.id, at: position, by: member))
        }
        dropStrip(into: &outputs)
        let shift = -origin.value
        phase = .empty
        self.order = order
        settled = PageIndex(0)
        origin = PageIndex(0)
        position = Position(units: 0)
        announce(carried: 0, into: &outputs)
        outputs.append(.shifted(by: shift, origin: origin))
    }

    private mutating func fill(with order: PageOrder, into outputs: inout [Output]) {
        self.order = order
        phase = .idle
        announce(carried: 0, into: &outputs)
        outputs.append(.shifted(by: recentre(), origin: origin))
        outputs.append(.idle)
    }

    private mutating func carryRest(_ rebase: Rebase, into outputs: inout [Output]) {
        let anchoring = Anchoring(rebase, target: settled, position: position)
        let oldTarget = settled + anchoring.carriedPages
        let beside = anchoring.survived ? position - Position(page: settled) : .zero
        order = rebase.new
        settled = anchoring.page
        position = order.onRow(Position(page: settled) + beside)
        announce(carried: anchoring.carriedPages, into: &outputs)
        announceTarget(from: oldTarget, into: &outputs)
        tellWindow(anchoring, into: &outputs)
    }

    private mutating func carry(_ drag: Drag, _ rebase: Rebase, into outputs: inout [Output]) {
        let anchoring = Anchoring(rebase, target: drag.base, position: position)
        let oldTarget = drag.base + anchoring.carriedPages
        var drag = drag
        drag.base = anchoring.page
        drag.grabPosition = drag.grabPosition + anchoring.carried
        settled = carriedSettled(rebase, anchoring)
        order = rebase.new
        if !anchoring.survived {
            drag.anchor(at: visible(position + anchoring.carried), configuration, order)
        }
        position = drag.place(configuration, order)
        phase = .dragging(drag)
        announce(carried: anchoring.carriedPages, into: &outputs)
        announceTarget(from: oldTarget, into: &outputs)
        tellWindow(anchoring, into: &outputs)
    }

    private mutating func carry(
        _ animation: Animation, _ rebase: Rebase, by member: MemberID?, into outputs: inout [Output]
    ) {
        let oldTarget = animation.to.nearestPage
        let anchoring = Anchoring(rebase, target: oldTarget, position: position)
        let moved = animation.rebased(by: anchoring.carried)
        settled = carriedSettled(rebase, anchoring)
        order = rebase.new
        let place = position + anchoring.carried
        if anchoring.survived, place == visible(place), fits(moved, at: place) {
            position = place
            phase = .settling(moved)
            announce(carried: anchoring.carriedPages, into: &outputs)
            tellWindow(anchoring, into: &outputs)
            return planShift()
        }
        outputs.append(.animationInterrupted(animation.id, at: position, by: member))
        position = visible(place)
        let velocity = animation.velocity(at: now)
        restart(
            to: anchoring, from: oldTarget + anchoring.carriedPages, velocity: velocity, by: member, into: &outputs)
    }

    /// A flight cut short by content goes on to the page that is left; without a way to go it is at rest there.
    private mutating func restart(
        to anchoring: Anchoring, from oldTarget: PageIndex, velocity: Velocity, by member: MemberID?,
        into outputs: inout [Output]
    ) {
        let end = Position(page: anchoring.page)
        guard position != end, configuration.durationMilliseconds > 0 else {
            settled = anchoring.page
            position = end
            phase = .idle
            announce(carried: anchoring.carriedPages, into: &outputs)
            announceTarget(from: oldTarget, into: &outputs)
            tellWindow(anchoring, into: &outputs)
            return outputs.append(.idle)
        }
        announce(carried: anchoring.carriedPages, target: anchoring.page, into: &outputs)
        let shift = carryWindow(anchoring)
        go(to: anchoring.page, from: oldTarget, velocity: velocity, cause: .content, by: member, into: &outputs)
        outputs.append(.shifted(by: shift, origin: origin))
    }

    /// Whether an animation, once carried, stays in sight of the new row's pages.
    private func fits(_ animation: Animation, at place: Position) -> Bool {
        if case .decay = animation.curve {
            return animation.to == order.onRow(animation.to) && place == order.onRow(place)
        }
        guard case .spring(let response) = animation.curve else { return true }
        let velocity = animation.velocity(at: now)
        return velocity == limited(velocity, by: Spring(responseMilliseconds: response), from: place, to: animation.to)
    }

    /// The settled page of a moving pager: by its own name, else carried with the rest, but on a page that exists.
    private func carriedSettled(_ rebase: Rebase, _ anchoring: Anchoring) -> PageIndex {
        rebase.index(of: settled) ?? rebase.new.nearest(to: settled + anchoring.carriedPages)
    }

    private func announce(carried: Int64, target: PageIndex? = nil, into outputs: inout [Output]) {
        let change = ContentChange(
            revision: revision, wrap: order.wrap, count: order.count, carried: carried, settled: settled,
            target: target ?? self.target, position: position)
        outputs.append(.contentChanged(change))
    }

    private func announceTarget(from oldTarget: PageIndex, into outputs: inout [Output]) {
        if oldTarget != target { outputs.append(.targetChanged(from: oldTarget, to: target)) }
    }

    private mutating func tellWindow(_ anchoring: Anchoring, into outputs: inout [Output]) {
        let shift = carryWindow(anchoring)
        outputs.append(.shifted(by: shift, origin: origin))
    }

    /// Carries the window along and centres it; the pages by which it moved beside. Its pages may be others now, so
    /// this is told even when it did not move.
    private mutating func carryWindow(_ anchoring: Anchoring) -> Int64 {
        let carried = origin + anchoring.carriedPages
        origin = order.nearest(to: carried)
        return origin - carried + recentre()
    }
}

extension Pager {
    /// Where a pager rests, or will rest once what moves it is over: all a memory has to keep beside its pages and
    /// configuration.
    public struct Rest: Hashable, Sendable {
        public var position: Position
        /// The window's centre then.
        public var origin: PageIndex
        public var revision: Int64
        public var dragEnabled: Bool

        public init(position: Position, origin: PageIndex, revision: Int64, dragEnabled: Bool) {
            self.position = position
            self.origin = origin
            self.revision = revision
            self.dragEnabled = dragEnabled
        }
    }

    /// Where the pager would come to rest if every hand let go now.
    ///
    /// A flight ends where it goes. A drag falls back to its base, except where the window follows the hand: there the
    /// page in the centre counts, as everybody has been told of its turn.
    public var rest: Rest {
        let place = restingPlace
        return Rest(
            position: place, origin: restingOrigin(at: place), revision: revision, dragEnabled: dragEnabled)
    }

    /// Known when a flight begins, so that nothing is left to be remembered at its end.
    private func restingOrigin(at place: Position) -> PageIndex {
        guard !order.isEmpty, phase.name != .idle else { return origin }
        var resting = self
        resting.settled = order.nearest(to: place.nearestPage)
        resting.position = place
        resting.phase = .idle
        _ = resting.recentre()
        return resting.origin
    }

    private var restingPlace: Position {
        switch phase {
        case .empty, .idle: return position
        case .settling(let animation): return animation.to
        case .dragging(let drag):
            switch configuration.recentring {
            case .inFlight, .always: return Position(page: origin)
            case .onCompletion, .never: return Position(page: drag.base)
            }
        }
    }

    /// A pager at rest as it is remembered. A place where there is no page (any more) becomes the nearest there is.
    public init(configuration: Configuration, order: PageOrder, resting rest: Rest, now: Instant) {
        self.init(configuration: configuration, order: order, now: now)
        revision = rest.revision
        dragEnabled = rest.dragEnabled
        guard !self.order.isEmpty else { return }
        settled = self.order.nearest(to: rest.position.nearestPage)
        position = configuration.isFree ? self.order.onRow(rest.position) : Position(page: settled)
        origin = self.order.nearest(to: rest.origin)
        _ = recentre()
        checkInvariants()
    }
}
