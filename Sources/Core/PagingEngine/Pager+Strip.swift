extension Pager {
    /// Moves the strip of tabs by itself: the pager rests until it is let go.
    mutating func moveStrip(_ id: DragID, by way: Distance, from member: MemberID?, into outputs: inout [Output]) {
        guard let held = hold(id, by: way, from: member, into: &outputs) else { return }
        strip = held
        let place = place(of: held)
        outputs.append(.stripMoved(to: place, selected: order.nearest(to: place.nearestPage), by: held.holder))
    }

    /// Lets the strip go: as a tap on the tab nearest to the centre.
    mutating func releaseStrip(_ id: DragID, by way: Distance, from member: MemberID?, into outputs: inout [Output]) {
        guard let held = hold(id, by: way, from: member, into: &outputs) else { return }
        let page = order.nearest(to: place(of: held).nearestPage)
        strip = held
        dropStrip(into: &outputs)
        guard page != settled else { return }
        go(to: page, from: settled, velocity: .zero, cause: .jump, by: member, into: &outputs)
    }

    /// The strip under this hand, or nil when it may not be there, which is told unless the drag is over.
    private func hold(
        _ id: DragID, by way: Distance, from member: MemberID?, into outputs: inout [Output]
    ) -> Strip? {
        if case .empty = phase { return nil }
        if let rejection = refusal(of: member, moving: way) {
            outputs.append(.rejected(rejection))
            return nil
        }
        guard let member, lastStrip != Strip.Key(id: id, holder: member) else { return nil }
        return Strip(id: id, holder: member, translation: way, lastSampleAt: now)
    }

    private func refusal(of member: MemberID?, moving way: Distance) -> Rejection? {
        guard member != nil else { return .badRequest("a strip needs a member to hold it") }
        guard dragEnabled, configuration.hasStrip else { return .disabled }
        if case .dragging(let drag) = phase { return .held(by: drag.holder) }
        if case .settling = phase { return .moving }
        if let holder = strip?.holder, holder != member { return .held(by: holder) }
        guard way.units.magnitude <= Pager.translationBound else {
            return .badRequest("a translation lies within ± 2^53 units")
        }
        return nil
    }

    /// Takes the hand off the strip, which follows the pager again.
    mutating func dropStrip(into outputs: inout [Output]) {
        guard let held = strip else { return }
        strip = nil
        lastStrip = held.key
        outputs.append(.stripMoved(to: position, selected: settled, by: nil))
    }

    /// Where a held strip stands, in tabs; never beyond the last one.
    func place(of strip: Strip) -> Position {
        order.onRow(Position(page: settled) + strip.translation)
    }
}
