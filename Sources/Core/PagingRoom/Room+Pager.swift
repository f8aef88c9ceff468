import PagingContent
package import PagingEngine

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
        if delivery != nil { takeDelivery(by: now, into: &effects) }
        return apply(input, by: member, at: now, supplier: newSupplier, into: &effects)
    }

    /// As `advance`, whatever is under way.
    @discardableResult
    mutating func apply(
        _ input: Input, by member: MemberID?, at now: Instant, supplier newSupplier: Supplier? = nil,
        into effects: inout [RoomEffect]
    ) -> Refusal? {
        // What was due before is told with the pages there were before.
        if let deadline = pager.nextDeadline, deadline <= now { perform(.tick, by: nil, at: now, into: &effects) }
        return perform(input, by: member, at: now, supplier: newSupplier, into: &effects)
    }

    @discardableResult
    private mutating func perform(
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
                follow(outputs[index], of: input, by: member, into: &effects)
            }
        }
        noteSample(input, by: member)
        tellPlace(into: &effects)
        tellNotes(into: &effects)
        return refusal
    }

    /// A sample counts also when it finds the pager where it was: the hand has slowed down.
    private mutating func noteSample(_ input: Input, by member: MemberID?) {
        guard case .dragMoved(let id, _) = input, case .dragging(let drag) = pager.phase, drag.id == id,
            drag.holder == member, drag.lastSampleAt == pager.now
        else { return }
        pace.sampled(pager.position, at: pager.now)
    }

    /// A pager that rests where no event put it, having jumped while it runs freely, says so.
    private mutating func tellPlace(into effects: inout [RoomEffect]) {
        guard case .idle = pager.phase, toldPlace != pager.position else { return }
        toldPlace = pager.position
        let page = pager.settled
        emit(.selected(old: page, new: page, item: pager.order.item(of: page), at: toldPlace), into: &effects)
    }

    private mutating func publish(_ output: Output, by member: MemberID?, into effects: inout [RoomEffect]) {
        switch output {
        case .rejected, .idle: break
        case .offset(let here):
            place = here
            pace.moved()
        case .animationInterrupted(let id, let here, let by):
            told(here)
            emit(.interrupted(id, at: here, by: by), into: &effects)
        case .dragBegan(let drag, let by, let here, let base):
            grabbedAt = here
            told(here)
            pace.rested()
            pace.grabbed(at: here, now: pager.now)
            emit(.dragBegan(drag, by: by, at: here, base: base), into: &effects)
        case .dragEnded(let drag, let by, let here, let outcome):
            pace.rested()
            told(here)
            emit(.dragEnded(drag, by: by, at: here, outcome), into: &effects)
        case .targetChanged(let old, let new): emit(.target(from: old, to: new), into: &effects)
        case .animationStarted(let animation): emit(.animation(animation), into: &effects)
        case .animationCompleted(let id, let here):
            told(here)
            emit(.completed(id, at: here), into: &effects)
        case .selectionChanged(let old, let new):
            told(pager.configuration.release == .free ? place : Position(page: new))
            emit(.selected(old: old, new: new, item: pager.order.item(of: new), at: place), into: &effects)
        case .shifted(let pages, let origin):
            areNotesDue = true
            emit(.shift(by: pages, origin: origin, window: window(around: origin)), into: &effects)
        case .contentChanged(let change): publish(change, by: member, into: &effects)
        case .configured(let configuration):
            areNotesDue = true
            emit(.settings(configuration, tabs: tabs), into: &effects)
        case .stripMoved(let here, let page, let by): publishStrip(at: here, over: page, by: by, into: &effects)
        case .dragEnabledChanged(let on): emit(.dragEnabled(on, by: member), into: &effects)
        case .loadingChanged(let on, let request): emit(.loading(on, request: request), into: &effects)
        }
    }

    private mutating func told(_ here: Position) {
        place = here
        toldPlace = here
    }

    private mutating func publish(_ change: ContentChange, by member: MemberID?, into effects: inout [RoomEffect]) {
        areNotesDue = true
        grabbedAt = grabbedAt + Distance(pages: change.carried)
        told(change.position)
        if case .dragging = pager.phase { pace.grabbed(at: change.position, now: pager.now) }
        emit(.content(change, tabs: tabs, by: member), into: &effects)
        guard let strip = pager.strip else { return }
        let here = pager.stripPosition
        emit(.strip(at: here, selected: here.nearestPage, by: strip.holder), into: &effects)
    }

    /// That a hand takes the strip and lets it go is told by events, what lies between by offsets.
    private mutating func publishStrip(
        at here: Position, over page: PageIndex, by holder: MemberID?, into effects: inout [RoomEffect]
    ) {
        pace.moved()
        guard (holder != nil) != isStripTold else { return }
        pace.rested()
        isStripTold = holder != nil
        emit(.strip(at: here, selected: page, by: holder), into: &effects)
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
    var window: [WindowPage] { window(around: pager.origin) }

    /// The window as it is with `origin` in the middle; several shifts may come of one input.
    private func window(around origin: PageIndex) -> [WindowPage] {
        let reach = Int64(pager.configuration.windowSlots / 2)
        return pages((-reach...reach).map { origin + $0 })
    }

    /// A window has at most this many slots in a room: it travels whole with every shift, and nobody sees more.
    static let slotsLimit = 9

    /// Up to `count` pages from `first` on, without notes; those beyond an end are left out.
    package func pages(from first: PageIndex, count: Int) -> [WindowPage] {
        pages(from: first, count: count, withNotes: false)
    }

    func pages(from first: PageIndex, count: Int, withNotes: Bool) -> [WindowPage] {
        guard first.isWithinBound, count > 0 else { return [] }
        return pages((0..<Int64(min(count, DeckLimits.pages))).map { first + $0 }, withNotes: withNotes)
    }

    private func pages(_ indexes: [PageIndex], withNotes: Bool = false) -> [WindowPage] {
        indexes.compactMap { index in
            guard var page = supplier.page(at: index, in: pager.order) else { return nil }
            if !withNotes { page.notes = nil }
            return WindowPage(index: index, item: pager.order.item(of: index), page: page)
        }
    }

    private var holderName: String? {
        guard case .dragging(let drag) = pager.phase else { return nil }
        return roster[drag.holder]?.member.name
    }
}
