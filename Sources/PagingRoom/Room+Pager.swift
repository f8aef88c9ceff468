import PagingContent
public import PagingEngine

extension Room {
    /// Hands `input` to the pager and turns what it says into events. A `supplier` takes over with the input
    /// unless it is refused.
    @discardableResult
    mutating func advance(
        _ input: Input, by member: MemberID?, at now: Instant, supplier newSupplier: Supplier? = nil,
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
        case .rejected, .idle: break
        case .offset: pace.moved()
        case .animationInterrupted(let id, let place, let by): emit(.interrupted(id, at: place, by: by), into: &effects)
        case .dragBegan(let drag, let by, let place, let base):
            grabbedAt = place
            emit(.dragBegan(drag, by: by, at: place, base: base), into: &effects)
        case .dragEnded(let drag, let by, let place, let outcome):
            pace.rested()
            emit(.dragEnded(drag, by: by, at: place, outcome), into: &effects)
        case .targetChanged(let old, let new): emit(.target(from: old, to: new), into: &effects)
        case .animationStarted(let animation): emit(.animation(animation), into: &effects)
        case .animationCompleted(let id, let place): emit(.completed(id, at: place), into: &effects)
        case .selectionChanged(let old, let new):
            emit(.selected(old: old, new: new, item: pager.order.item(of: new)), into: &effects)
        case .shifted(let pages, let origin):
            emit(.shift(by: pages, origin: origin, window: window), into: &effects)
        case .contentChanged(let change):
            grabbedAt = grabbedAt + Distance(pages: change.carried)
            emit(.content(change, tabs: tabs, by: member), into: &effects)
        case .configured(let configuration): emit(.settings(configuration, tabs: tabs), into: &effects)
        case .stripMoved(let place, let page, let by): emit(.strip(at: place, selected: page, by: by), into: &effects)
        case .dragEnabledChanged(let on): emit(.dragEnabled(on, by: member), into: &effects)
        case .loadingChanged(let on, let request): emit(.loading(on, request: request), into: &effects)
        }
    }

    /// Titles for the strip of tabs; a list too long for one has none.
    var tabs: [String] {
        guard pager.configuration.hasStrip, pager.order.count <= Room.tabsLimit else { return [] }
        return (0..<pager.order.count).compactMap { item in
            supplier.page(at: PageIndex(Int64(item)), in: pager.order)?.title
        }
    }

    /// More tabs fit no terminal.
    static let tabsLimit = 64

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
        var holder: MemberID?
        if case .dragging(let drag) = pager.phase { holder = drag.holder }
        let isFrame = pace.send(at: now, dragging: holder != nil)
        let offset = Offset(sequence: sequence, position: pager.position(at: now), now: now, by: holder)
        effects.append(.offset(offset, isFrame: isFrame))
    }
}
