extension Pager {
    /// Translations beyond this are rejected, so that JSON carries a position plus a translation exactly.
    static let translationBound: UInt64 = 1 << 53
    /// A drag without a sample for longer than this before its release has velocity 0.
    static let staleSampleMilliseconds: Int64 = 100

    mutating func beginDrag(
        _ id: DragID, viewport: Viewport?, by member: MemberID?, into outputs: inout [Output]
    ) {
        guard let member else { return outputs.append(.rejected(.badRequest("a drag needs a member to hold it"))) }
        switch phase {
        case .empty:
            outputs.append(.rejected(.empty))
        case .idle:
            guard isDraggable else { return outputs.append(.rejected(.disabled)) }
            grab(id, base: settled, viewport: viewport, by: member, into: &outputs)
        case .dragging(let drag):
            guard drag.holder == member else { return outputs.append(.rejected(.held(by: drag.holder))) }
            guard drag.id != id else { return }
            outputs.append(.dragEnded(drag.id, by: member, at: position, .cancelled))
            grab(id, base: drag.base, viewport: viewport, by: member, into: &outputs)
        case .settling(let animation):
            guard isDraggable else { return outputs.append(.rejected(.disabled)) }
            guard isGrabbable(animation, by: member) else { return outputs.append(.rejected(.moving)) }
            outputs.append(.animationInterrupted(animation.id, at: position, by: member))
            grab(id, base: animation.to.nearestPage, viewport: viewport, by: member, into: &outputs)
        }
    }

    private var isDraggable: Bool {
        guard dragEnabled, configuration.release != .refused else { return false }
        return order.wrap == .unbounded || order.count >= configuration.loopMinimum
    }

    private func isGrabbable(_ animation: Animation, by member: MemberID) -> Bool {
        switch configuration.grabWhileSettling {
        case .anyone: true
        case .sameHolder: animation.by == member
        case .nobody: false
        }
    }

    /// Begins a drag at the present position. The base is the target: an interrupted animation counts as completed.
    private mutating func grab(
        _ id: DragID, base: PageIndex, viewport: Viewport?, by member: MemberID, into outputs: inout [Output]
    ) {
        dropStrip(into: &outputs)
        var drag = Drag(
            id: id, holder: member, base: base, grabPosition: position, translation: .zero, lastSampleAt: now,
            viewport: viewport ?? configuration.referenceViewport)
        drag.anchor(at: position, configuration, order)
        phase = .dragging(drag)
        outputs.append(.dragBegan(id, by: member, at: position, base: base))
    }

    mutating func moveDrag(
        _ id: DragID, by way: Distance, from member: MemberID?, into outputs: inout [Output]
    ) {
        guard case .dragging(var drag) = phase, drag.holder == member, drag.id == id else { return }
        guard way.units.magnitude <= Pager.translationBound else { return rejectTranslation(into: &outputs) }
        drag.translation = way
        drag.lastSampleAt = now
        phase = .dragging(drag)
        let place = drag.place(configuration, order)
        guard place != position else { return }
        position = place
        outputs.append(.offset(place))
        follow(into: &outputs)
    }

    mutating func releaseDrag(
        _ id: DragID, by way: Distance, velocity: Velocity, from member: MemberID?, into outputs: inout [Output]
    ) {
        guard case .dragging(var drag) = phase, drag.holder == member, drag.id == id else { return }
        guard way.units.magnitude <= Pager.translationBound else { return rejectTranslation(into: &outputs) }
        let rested = now.milliseconds(since: drag.lastSampleAt) > Pager.staleSampleMilliseconds
        let velocity = rested ? .zero : velocity.clamped
        drag.translation = way
        position = drag.place(configuration, order)
        outputs.append(.dragEnded(id, by: drag.holder, at: position, .released))
        let seen = drag.reach(configuration, order).velocity(velocity, at: position)
        if configuration.isFree { return runOut(drag, velocity: seen, by: member, into: &outputs) }
        let swipe = Swipe(
            fromBase: position - Position(page: drag.base), sinceGrab: way, velocity: velocity, viewport: drag.viewport)
        let page = order.nearest(to: drag.base + swipe.pages(configuration))
        go(to: page, from: drag.base, velocity: seen, cause: .release, by: member, into: &outputs)
    }

    private func rejectTranslation(into outputs: inout [Output]) {
        outputs.append(.rejected(.badRequest("a translation lies within ± 2^53 units")))
    }

    mutating func cancelDrag(_ id: DragID, from member: MemberID?, into outputs: inout [Output]) {
        if let member, strip?.key == Strip.Key(id: id, holder: member) { return dropStrip(into: &outputs) }
        guard case .dragging(let drag) = phase, drag.holder == member, drag.id == id else { return }
        giveUp(drag, .cancelled, by: member, into: &outputs)
    }

    mutating func loseHolder(_ member: MemberID?, into outputs: inout [Output]) {
        if let member, strip?.holder == member { return dropStrip(into: &outputs) }
        guard case .dragging(let drag) = phase, drag.holder == member else { return }
        giveUp(drag, .lost, by: member, into: &outputs)
    }

    /// Ends `drag` without a swipe; the pager returns to its base.
    mutating func giveUp(_ drag: Drag, _ outcome: Drag.Outcome, by member: MemberID?, into outputs: inout [Output]) {
        outputs.append(.dragEnded(drag.id, by: drag.holder, at: position, outcome))
        go(to: drag.base, from: drag.base, velocity: .zero, cause: .cancel, by: member, into: &outputs)
    }

    mutating func enableDrags(_ enabled: Bool, by member: MemberID?, into outputs: inout [Output]) {
        guard enabled != dragEnabled else { return }
        dragEnabled = enabled
        outputs.append(.dragEnabledChanged(enabled))
        if !enabled { dropStrip(into: &outputs) }
        if !enabled, case .dragging(let drag) = phase { giveUp(drag, .cancelled, by: member, into: &outputs) }
    }

    /// Gives the holder's drag a new viewport. The position stays exactly the same. Later translations are in pages of
    /// the new stride, so the newest one is converted.
    mutating func resize(_ viewport: Viewport, by member: MemberID?) {
        guard case .dragging(var drag) = phase, drag.holder == member else { return }
        let raw = drag.raw
        drag.translation = drag.translation.rescaled(from: drag.viewport.stride, to: viewport.stride)
        drag.grabPosition = raw - drag.translation
        drag.viewport = viewport
        phase = .dragging(drag)
    }
}

extension Distance {
    /// The same translation in pages of another stride, within the bound of a translation.
    func rescaled(from oldStride: Int64, to newStride: Int64) -> Distance {
        let (whole, rest) = units.quotientAndRemainder(dividingBy: newStride)
        let bound = Int64(Pager.translationBound)
        guard whole.magnitude <= UInt64(bound / oldStride) else { return Distance(units: units < 0 ? -bound : bound) }
        return Distance(units: whole * oldStride + (rest * oldStride).dividedRoundingHalfAway(by: newStride))
    }
}

extension Pager {
    /// Drags the strip of tabs; the pager rests until the release.
    mutating func moveStrip(_ id: DragID, by way: Distance, from member: MemberID?, into outputs: inout [Output]) {
        guard let held = hold(id, by: way, from: member, into: &outputs) else { return }
        strip = held
        let place = place(of: held)
        outputs.append(.stripMoved(to: place, selected: order.nearest(to: place.nearestPage), by: held.holder))
    }

    /// Releases the strip, like a tap on the tab nearest to the centre.
    mutating func releaseStrip(_ id: DragID, by way: Distance, from member: MemberID?, into outputs: inout [Output]) {
        guard let held = hold(id, by: way, from: member, into: &outputs) else { return }
        let page = order.nearest(to: place(of: held).nearestPage)
        strip = held
        dropStrip(into: &outputs)
        guard page != settled else { return }
        go(to: page, from: settled, velocity: .zero, cause: .jump, by: member, into: &outputs)
    }

    /// The strip under this drag, or nil when it is rejected. A sample of a drag that has ended is ignored.
    private func hold(
        _ id: DragID, by way: Distance, from member: MemberID?, into outputs: inout [Output]
    ) -> Strip? {
        if let rejection = refusal(of: member, moving: way) {
            outputs.append(.rejected(rejection))
            return nil
        }
        guard let member, lastStrip != Strip.Key(id: id, holder: member) else { return nil }
        return Strip(id: id, holder: member, translation: way, lastSampleAt: now)
    }

    private func refusal(of member: MemberID?, moving way: Distance) -> Rejection? {
        guard member != nil else { return .badRequest("a strip needs a member to hold it") }
        if case .empty = phase { return .empty }
        guard dragEnabled, configuration.hasStrip else { return .disabled }
        if case .dragging(let drag) = phase { return .held(by: drag.holder) }
        if case .settling = phase { return .moving }
        if let holder = strip?.holder, holder != member { return .held(by: holder) }
        guard way.units.magnitude <= Pager.translationBound else {
            return .badRequest("a translation lies within ± 2^53 units")
        }
        return nil
    }

    /// Ends the drag of the strip, which then follows the pager again.
    mutating func dropStrip(into outputs: inout [Output]) {
        guard let held = strip else { return }
        strip = nil
        lastStrip = held.key
        outputs.append(.stripMoved(to: position, selected: settled, by: nil))
    }

    /// Position of a dragged strip, in tabs, within the row.
    func place(of strip: Strip) -> Position {
        order.onRow(Position(page: settled) + strip.translation)
    }
}
