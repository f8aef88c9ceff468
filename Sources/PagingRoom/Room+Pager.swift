import PagingContent
public import PagingEngine

extension Room {
    /// Hands `input` to the pager and turns what it says into events. A `supplier` takes over with the input
    /// unless it is refused.
    ///
    /// What was due before the input is said first, while the pager still stands there: an event of an arrival shows
    /// the window of that arrival, not of what the input then does.
    @discardableResult
    mutating func advance(
        _ input: Input, by member: MemberID?, at now: Instant, supplier newSupplier: Supplier? = nil,
        into effects: inout [RoomEffect]
    ) -> Refusal? {
        if let due = pager.nextDeadline, due <= now { run(.tick, by: nil, at: now, supplier: nil, into: &effects) }
        return run(input, by: member, at: now, supplier: newSupplier, into: &effects)
    }

    @discardableResult
    private mutating func run(
        _ input: Input, by member: MemberID?, at now: Instant, supplier newSupplier: Supplier?,
        into effects: inout [RoomEffect]
    ) -> Refusal? {
        outputs.removeAll(keepingCapacity: true)
        pager.handle(input, by: member, at: now, into: &outputs)
        var refusal: Refusal?
        for index in outputs.indices {
            if case .rejected(let rejection) = outputs[index] {
                refusal = Refusal(rejection, holderName: holderName)
            } else {
                if case .contentChanged = outputs[index], let newSupplier { supplier = newSupplier }
                publish(outputs[index], by: member, into: &effects)
            }
        }
        return refusal
    }

    private mutating func publish(_ output: Output, by member: MemberID?, into effects: inout [RoomEffect]) {
        switch output {
        case .rejected: break
        case .idle: announceRest(into: &effects)
        case .offset: pace.moved()
        case .animationInterrupted(let id, let place, let by):
            toldPosition = place
            emit(.interrupted(id, at: place, by: by), into: &effects)
        case .dragBegan(let drag, let by, let place, let base):
            grabbedAt = place
            toldPosition = place
            pace.rested()
            emit(.dragBegan(drag, by: by, at: place, base: base), into: &effects)
        case .dragEnded(let drag, let by, let place, let outcome):
            toldPosition = place
            pace.rested()
            emit(.dragEnded(drag, by: by, at: place, outcome), into: &effects)
        case .targetChanged(let old, let new): emit(.target(from: old, to: new), into: &effects)
        case .animationStarted(let animation): emit(.animation(animation), into: &effects)
        case .animationCompleted(let id, let place):
            toldPosition = place
            emit(.completed(id, at: place), into: &effects)
        case .selectionChanged(let old, let new): select(new, from: old, into: &effects)
        case .shifted(let pages, let origin):
            emit(.shift(by: pages, origin: origin, window: window), into: &effects)
        case .contentChanged(let change):
            grabbedAt = grabbedAt + Distance(pages: change.carried)
            toldPosition = change.position
            emit(.content(change, by: member), into: &effects)
        case .configured(let configuration): emit(.settings(configuration), into: &effects)
        case .dragEnabledChanged(let on): emit(.dragEnabled(on, by: member), into: &effects)
        case .loadingChanged(let on, let request): emit(.loading(on, request: request), into: &effects)
        }
    }

    private mutating func select(_ page: PageIndex, from old: PageIndex, into effects: inout [RoomEffect]) {
        toldPosition = Position(page: page)
        emit(.selected(old: old, new: page, item: pager.order.item(of: page)), into: &effects)
    }

    /// A jump without animation can end a movement on the very page it began from. Then no page changes, but the
    /// place does, and those who follow the events must hear of it.
    private mutating func announceRest(into effects: inout [RoomEffect]) {
        guard toldPosition != pager.position else { return }
        select(pager.settled, from: pager.settled, into: &effects)
    }

    /// The pages of the window as everybody may see them: without notes.
    var window: [WindowPage] { pages(pager.window) }

    /// Up to `count` pages from `first` on, without notes; those beyond an end are left out.
    public func pages(from first: PageIndex, count: Int) -> [WindowPage] {
        pages((0..<Int64(count)).map { first + $0 })
    }

    private func pages(_ indexes: [PageIndex]) -> [WindowPage] {
        indexes.compactMap { index in
            guard var page = supplier.page(at: index, in: pager.order) else { return nil }
            page.notes = nil
            return WindowPage(index: index, item: pager.order.item(of: index), page: page)
        }
    }

    private var holderName: String? {
        guard case .dragging(let drag) = pager.phase else { return nil }
        return roster[drag.holder]?.member.name
    }

    /// When an offset is due: a drag's newest place, or a frame of an animation for those who want frames.
    var offsetDue: Instant? {
        switch pager.phase {
        case .dragging: pace.dueWhileDragging(framesWanted: framesWanted > 0)
        case .settling: framesWanted > 0 ? pace.dueFrame : nil
        case .empty, .idle: nil
        }
    }

    /// Sends the newest position when it is due. What a drag leaves untold at its end is told by the event that
    /// ends it.
    mutating func sendOffsetIfDue(at now: Instant, into effects: inout [RoomEffect]) {
        guard let due = offsetDue, due <= now else { return }
        let offset = offset(at: now)
        effects.append(.offset(offset, isFrame: pace.send(at: now, dragging: offset.by != nil)))
    }

    /// Where the pager stands at `now`; `by` is set while a hand drags. For someone who has every event but may have
    /// missed the newest offset.
    public func offset(at now: Instant) -> Offset {
        var holder: MemberID?
        if case .dragging(let drag) = pager.phase { holder = drag.holder }
        return Offset(sequence: sequence, position: pager.position(at: now), now: now, by: holder)
    }
}
