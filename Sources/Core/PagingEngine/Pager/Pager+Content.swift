extension Pager {
    /// Takes new pages in place of `revision`.
    ///
    /// Position, drag and animation shift by the same number of pages, so that the page in view stays in view. If the
    /// target is gone, the pager goes to the nearest remaining page.
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
        reportWindow(anchoring, into: &outputs)
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
        reportWindow(anchoring, into: &outputs)
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
            reportWindow(anchoring, into: &outputs)
            return planShift()
        }
        outputs.append(.animationInterrupted(animation.id, at: position, by: member))
        position = visible(place)
        let velocity = animation.velocity(at: now)
        restart(
            to: anchoring, from: oldTarget + anchoring.carriedPages, velocity: velocity, by: member, into: &outputs)
    }

    /// Continues an animation that new content has interrupted to the remaining page; rests there if it is reached.
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
            reportWindow(anchoring, into: &outputs)
            return outputs.append(.idle)
        }
        announce(carried: anchoring.carriedPages, target: anchoring.page, into: &outputs)
        let shift = carryWindow(anchoring)
        go(to: anchoring.page, from: oldTarget, velocity: velocity, cause: .content, by: member, into: &outputs)
        outputs.append(.shifted(by: shift, origin: origin))
    }

    /// Whether a shifted animation stays in view of the new row's pages.
    private func fits(_ animation: Animation, at place: Position) -> Bool {
        if case .decay = animation.curve {
            return animation.to == order.onRow(animation.to) && place == order.onRow(place)
        }
        guard case .spring(let response) = animation.curve else { return true }
        let velocity = animation.velocity(at: now)
        return velocity == limited(velocity, by: Spring(responseMilliseconds: response), from: place, to: animation.to)
    }

    /// The settled page of a moving pager: the same page, or the nearest existing page after the shift.
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

    private mutating func reportWindow(_ anchoring: Anchoring, into outputs: inout [Output]) {
        let shift = carryWindow(anchoring)
        outputs.append(.shifted(by: shift, origin: origin))
    }

    /// Shifts the window with the content and centres it. Returns the pages by which it moved in addition; a shift of 0
    /// is reported too, because the window's pages may have changed.
    private mutating func carryWindow(_ anchoring: Anchoring) -> Int64 {
        let carried = origin + anchoring.carriedPages
        origin = order.nearest(to: carried)
        return origin - carried + recentre()
    }
}

extension Pager {
    /// The state of a pager at rest, or that it will have at rest: all that persistence needs beside pages and
    /// configuration.
    public struct Rest: Hashable, Sendable {
        /// Position at rest.
        public var position: Position
        /// The page in the window's centre at rest.
        public var origin: PageIndex
        /// Revision of the content.
        public var revision: Int64
        /// Whether drags are accepted.
        public var dragEnabled: Bool

        /// A state with these values.
        public init(position: Position, origin: PageIndex, revision: Int64, dragEnabled: Bool) {
            self.position = position
            self.origin = origin
            self.revision = revision
            self.dragEnabled = dragEnabled
        }
    }

    /// The state at rest if every drag were cancelled now.
    ///
    /// An animation counts as completed. A drag returns to its base, except where the window follows the drag: there the
    /// page in the window's centre counts, because its shift has been reported.
    public var rest: Rest {
        let place = restingPlace
        return Rest(
            position: place, origin: restingOrigin(at: place), revision: revision, dragEnabled: dragEnabled)
    }

    /// The window's centre at rest. It is known when an animation begins, so its end changes nothing persistent.
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

    /// A pager restored at rest. A position without a page becomes that of the nearest page.
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
