import PagingContent
import PagingEngine

/// The pager all members of a room share: it applies inputs and publishes what follows.
///
/// An input goes through the parts in this order:
/// 1. `pages`: pages that have arrived before it are taken in, at the time of their arrival;
/// 2. `pager`: deadlines before it, then the input itself;
/// 3. each output of the pager: `offsets` notes the position, `events` numbers the event, `presentation` follows the
///    target with the steps shown;
/// 4. `notes`: the notes of a changed window, for the presenters.
struct SharedPager: Sendable {
    private(set) var pager: Pager
    private(set) var pages: RoomPages
    private(set) var presentation = Presentation()
    private var offsets: OffsetPublisher
    private var events: EventStream
    private var notes = NotesPublisher()
    /// Outputs of one input, kept between calls so that a drag allocates nothing.
    private var outputs: [Output] = []

    init(_ pager: Pager, _ pages: RoomPages, after sequence: Sequence = Sequence(0)) {
        self.pager = pager
        self.pages = pages
        offsets = OffsetPublisher(at: pager.position)
        events = EventStream(after: sequence)
    }

    /// Sets the steps of a restored room.
    mutating func restore(shown steps: Int) {
        presentation.restore(shown: min(steps, targetSteps))
    }

    var sequence: Sequence { events.sequence }

    /// The next time at which something happens without an input.
    var nextDeadline: Instant? { earliest(pager.nextDeadline, earliest(pages.arrivesAt, offsetDue)) }

    var framesWanted: Int {
        get { offsets.framesWanted }
        set { offsets.framesWanted = newValue }
    }

    /// Members that drag the pager or the strip of tabs.
    var holders: [MemberID] {
        var holders: [MemberID] = []
        if case .dragging(let drag) = pager.phase { holders.append(drag.holder) }
        if let strip = pager.strip { holders.append(strip.holder) }
        return holders
    }

    /// Appends `change` to `effects` as the next event.
    mutating func emit(_ change: Event.Change, into effects: inout [RoomEffect]) {
        events.emit(change, into: &effects)
    }
}

/// Inputs.
extension SharedPager {
    /// Applies `input`. A `supplier` takes over with it unless it is rejected.
    ///
    /// Everything due before the input is published first, while the pager still stands there: the event of an arrival
    /// shows the window of that arrival.
    @discardableResult
    mutating func advance(
        _ input: Input, by member: MemberID?, at now: Instant, supplier: Supplier? = nil, presenters: [MemberID],
        into effects: inout [RoomEffect]
    ) -> Rejection? {
        if pages.arrivesAt != nil { takeArrival(by: now, presenters: presenters, into: &effects) }
        return apply(input, by: member, at: now, supplier: supplier, presenters: presenters, into: &effects)
    }

    /// Starts to load pages that take time, when the first member joins.
    mutating func beginLoad(presenters: [MemberID], into effects: inout [RoomEffect]) {
        guard let request = pages.beginLoad(at: pager.now) else { return }
        apply(.loadBegan(request: request), by: nil, at: pager.now, presenters: presenters, into: &effects)
    }

    /// Takes in the wrap of pages that a member has replaced, and ends a load they supersede.
    mutating func contentReplaced(loops: Bool, presenters: [MemberID], into effects: inout [RoomEffect]) {
        pages.setLoops(loops)
        endLoad(presenters: presenters, into: &effects)
    }

    /// Takes in pages that have arrived, at the time of their arrival, so that the time of the call does not matter.
    private mutating func takeArrival(by now: Instant, presenters: [MemberID], into effects: inout [RoomEffect]) {
        guard let arrival = pages.arrival(by: now) else { return }
        apply(
            .content(revision: pager.revision, arrival.order), by: nil, at: arrival.at,
            supplier: .listed(arrival.pages), presenters: presenters, into: &effects)
        endLoad(presenters: presenters, into: &effects)
    }

    private mutating func endLoad(presenters: [MemberID], into effects: inout [RoomEffect]) {
        guard let request = pages.endLoad() else { return }
        apply(.loadEnded(request: request), by: nil, at: pager.now, presenters: presenters, into: &effects)
    }

    @discardableResult
    private mutating func apply(
        _ input: Input, by member: MemberID?, at now: Instant, supplier: Supplier? = nil, presenters: [MemberID],
        into effects: inout [RoomEffect]
    ) -> Rejection? {
        // Deadlines before the input are published with the pages of before.
        if let deadline = pager.nextDeadline, deadline <= now {
            perform(.tick, by: nil, at: now, presenters: presenters, into: &effects)
        }
        return perform(input, by: member, at: now, supplier: supplier, presenters: presenters, into: &effects)
    }

    @discardableResult
    private mutating func perform(
        _ input: Input, by member: MemberID?, at now: Instant, supplier: Supplier? = nil, presenters: [MemberID],
        into effects: inout [RoomEffect]
    ) -> Rejection? {
        outputs.removeAll(keepingCapacity: true)
        pager.handle(input, by: member, at: now, into: &outputs)
        var rejection: Rejection?
        for index in outputs.indices {
            if case .rejected(let reason) = outputs[index] {
                rejection = reason
            } else {
                if case .contentChanged = outputs[index], let supplier { pages.replace(with: supplier) }
                publish(outputs[index], of: input, by: member, into: &effects)
            }
        }
        noteSample(input, by: member)
        if let position = offsets.takeUnpublishedRest(of: pager) {
            let page = pager.settled
            emit(.selected(old: page, new: page, item: pager.order.item(of: page), at: position), into: &effects)
        }
        publishNotes(to: presenters, into: &effects)
        return rejection
    }

    private mutating func publishNotes(to presenters: [MemberID], into effects: inout [RoomEffect]) {
        guard notes.isWindowChanged else { return }
        let current = windowNotes
        guard notes.publish(current), !presenters.isEmpty else { return }
        effects.append(.notes(current, to: presenters))
    }

    private mutating func noteSample(_ input: Input, by member: MemberID?) {
        guard case .dragMoved(let id, _) = input, case .dragging(let drag) = pager.phase, drag.id == id,
            drag.holder == member, drag.lastSampleAt == pager.now
        else { return }
        offsets.sampled(pager.position, at: pager.now)
    }
}

/// Outputs of the pager as events and offsets.
extension SharedPager {
    private mutating func publish(
        _ output: Output, of input: Input, by member: MemberID?, into effects: inout [RoomEffect]
    ) {
        switch output {
        case .rejected, .idle: break
        case .offset(let here): offsets.moved(to: here)
        case .animationInterrupted(let id, let here, let by):
            offsets.published(here)
            emit(.interrupted(id, at: here, by: by), into: &effects)
        case .dragBegan(let drag, let by, let here, let base):
            offsets.dragBegan(at: here, now: pager.now)
            emit(.dragBegan(drag, by: by, at: here, base: base), into: &effects)
        case .dragEnded(let drag, let by, let here, let outcome):
            offsets.dragEnded(at: here)
            emit(.dragEnded(drag, by: by, at: here, outcome), into: &effects)
        case .targetChanged(let old, let new):
            emit(.target(from: old, to: new), into: &effects)
            enter(new, from: old, isJump: input.isJump, by: member, into: &effects)
        case .animationStarted(let animation): emit(.animation(animation), into: &effects)
        case .animationCompleted(let id, let here):
            offsets.published(here)
            emit(.completed(id, at: here), into: &effects)
        case .selectionChanged(let old, let new):
            offsets.published(pager.configuration.release == .free ? offsets.position : Position(page: new))
            let item = pager.order.item(of: new)
            emit(.selected(old: old, new: new, item: item, at: offsets.position), into: &effects)
            if presentation.top?.page != pages.id(of: new, in: pager.order) { endScroll(into: &effects) }
        case .shifted(let count, let origin):
            notes.windowChanged()
            emit(.shift(by: count, origin: origin, window: pages.window(around: origin, of: pager)), into: &effects)
        case .contentChanged(let change): publish(change, by: member, into: &effects)
        case .configured(let configuration):
            notes.windowChanged()
            emit(.settings(configuration, tabs: pages.tabs(of: pager)), into: &effects)
        case .stripMoved(let here, let page, let by):
            // Events publish that a member takes hold of the strip and lets it go, offsets what lies between.
            guard offsets.stripMoved(isHeld: by != nil) else { return }
            emit(.strip(at: here, selected: page, by: by), into: &effects)
        case .dragEnabledChanged(let on): emit(.dragEnabled(on, by: member), into: &effects)
        case .loadingChanged(let on, let request): emit(.loading(on, request: request), into: &effects)
        }
    }

    private mutating func publish(_ change: ContentChange, by member: MemberID?, into effects: inout [RoomEffect]) {
        notes.windowChanged()
        offsets.contentChanged(change, isDragging: pager.phase.name == .dragging, now: pager.now)
        emit(.content(change, tabs: pages.tabs(of: pager), by: member), into: &effects)
        if let strip = pager.strip {
            let here = pager.stripPosition
            emit(.strip(at: here, selected: here.nearestPage, by: strip.holder), into: &effects)
        }
        guard presentation.shown > 0 else { return }
        let revealed = presentation.limit(to: targetSteps, of: pager.target, by: member)
        if let revealed { emit(revealed, into: &effects) }
    }

    /// Follows the target to `page`. A page reached backwards by a button or a drag shows all its steps, as it did when
    /// it was left; any other page shows none.
    private mutating func enter(
        _ page: PageIndex, from old: PageIndex, isJump: Bool, by member: MemberID?, into effects: inout [RoomEffect]
    ) {
        let steps = page < old && !isJump ? targetSteps : 0
        if let revealed = presentation.enter(pager.target, showing: steps, by: member) {
            emit(revealed, into: &effects)
        }
    }

    private var targetSteps: Int { pages.steps(of: pager.target, in: pager.order) }
}

/// Offsets.
extension SharedPager {
    var offsetDue: Instant? { offsets.due(for: pager) }

    /// Sends the newest position when it is due. The event that ends a drag publishes a position not sent before.
    mutating func sendOffsetIfDue(at now: Instant, into effects: inout [RoomEffect]) {
        guard let due = offsetDue, due <= now else { return }
        let audience = offsets.send(at: now, isHeld: pager.holder != nil)
        effects.append(.offset(offset(at: now), for: audience))
    }

    func offset(at now: Instant) -> Offset { offsets.offset(of: pager, at: now, after: sequence) }
}

/// Presentation.
extension SharedPager {
    /// Shows the next or previous step of the target, for a sender that sees `seen` steps of `page`. Returns false when
    /// the whole page must be turned instead; throws when the sender saw another step than the room shows.
    mutating func reveal(
        _ direction: Input.Direction, of page: PageIndex, seen: Int?, by member: MemberID,
        into effects: inout [RoomEffect]
    ) throws(Refusal) -> Bool {
        guard let seen, page == pager.target, isRevealing else { return false }
        let shown = presentation.shown
        guard seen == shown else {
            throw Refusal(.coalesced, "\(shown) steps of page \(page.value) are shown, not \(seen)")
        }
        let next = shown + Int(direction.rawValue)
        guard (0...targetSteps).contains(next) else { return false }
        emit(presentation.reveal(next, of: page, by: member), into: &effects)
        endScroll(into: &effects)
        return true
    }

    /// Whether steps can be shown: not while a member drags.
    private var isRevealing: Bool {
        switch pager.phase {
        case .idle, .settling: pager.strip == nil
        case .dragging, .empty: false
        }
    }

    mutating func setBlank(_ on: Bool, by member: MemberID, into effects: inout [RoomEffect]) {
        if let change = presentation.setBlank(on, by: member) { emit(change, into: &effects) }
    }

    /// Points to the character at `offset` of `page`, which must be in the window.
    mutating func point(
        to page: PageID, at offset: Int, by member: MemberID, into effects: inout [RoomEffect]
    ) throws(Refusal) {
        let pointer = try mark(page, at: offset, by: member)
        if let change = presentation.point(to: pointer) { emit(change, into: &effects) }
    }

    /// Begins `page`, which must be in the window, with the line of the character at `offset`.
    mutating func scroll(
        to page: PageID, at offset: Int, by member: MemberID, into effects: inout [RoomEffect]
    ) throws(Refusal) {
        let top = try mark(page, at: offset, by: member)
        if let change = presentation.scroll(to: top) { emit(change, into: &effects) }
    }

    /// Ends the scroll: the room rests on another page, or another step is shown and must be in view.
    private mutating func endScroll(into effects: inout [RoomEffect]) {
        if let change = presentation.scroll(to: nil) { emit(change, into: &effects) }
    }

    private func mark(_ page: PageID, at offset: Int, by member: MemberID) throws(Refusal) -> Pointer {
        guard (0..<Pointer.bound).contains(offset) else {
            throw Refusal(.badRequest, "at: out of range, 0 to \(Pointer.bound - 1)")
        }
        guard window.contains(where: { $0.page.id == page }) else {
            throw Refusal(.unknownPage, "no page in view has the id \(page.text)")
        }
        return Pointer(page: page, at: offset, by: member)
    }

    mutating func removePointer(into effects: inout [RoomEffect]) {
        if let change = presentation.point(to: nil) { emit(change, into: &effects) }
    }

    /// The state that records keep.
    func persistedState(with control: Control, removed: [Credential]) -> PersistedState {
        let rest = pager.rest
        return PersistedState(
            rest: rest, configuration: pager.configuration, loops: pages.loops, control: control,
            removed: removed, shown: shown(restingOn: rest.position.nearestPage))
    }

    /// Steps shown once the pager rests on `page`. A drag may have taken the window to another page than the target;
    /// letting go reaches that page as a button would.
    func shown(restingOn page: PageIndex) -> Int {
        guard page != pager.target, !pager.order.isEmpty else { return presentation.shown }
        return page < pager.target ? pages.steps(of: page, in: pager.order) : 0
    }
}

/// Reading.
extension SharedPager {
    /// The pages of the window as every member may see them: without notes.
    var window: [WindowPage] { pages.window(around: pager.origin, of: pager) }

    /// The notes of the window's pages, each page once.
    var windowNotes: [PageNotes] {
        guard case .listed = pages.supplier else { return [] }
        var seen: Set<PageID> = []
        return pages.window(around: pager.origin, of: pager, withNotes: true).map(\.page).compactMap { page in
            guard let text = page.notes, seen.insert(page.id).inserted else { return nil }
            return PageNotes(page: page.id, text: text)
        }
    }

    /// Up to `count` pages from `first` on, without those beyond an end.
    func pages(from first: PageIndex, count: Int, withNotes: Bool) -> [WindowPage] {
        guard first.isWithinBound, count > 0 else { return [] }
        let count = min(count, DeckLimits.pages)
        return pages.pages(from: first, count: count, in: pager.order, withNotes: withNotes)
    }

    /// The state of the pager at `now` as its events have published it, without members.
    func replica(at now: Instant) -> Replica {
        var replica = picture
        (replica.phase, replica.position) = (offsets.publishedPhase(of: pager), pager.position(at: now))
        replica.strip = pager.strip == nil ? nil : pager.stripPosition
        replica.tabs = pages.tabs(of: pager)
        (replica.isBlank, replica.pointer) = (presentation.isBlank, presentation.pointer)
        replica.top = presentation.top
        replica.motion = offsets.motion
        return replica
    }

    /// The room's picture at rest: the fields of a replica that its digest covers.
    private var picture: Replica {
        var replica = Replica(
            sequence: sequence, configuration: pager.configuration, phase: pager.phase, settled: pager.settled,
            position: pager.position, origin: pager.origin, target: pager.target, loading: pager.loading,
            dragEnabled: pager.dragEnabled, revision: pager.revision, count: pager.order.count,
            wrap: pager.order.wrap, window: window, members: [], viewers: 0)
        replica.shown = presentation.shown
        return replica
    }
}

/// The picture at rest, for `RenderAcks`.
extension SharedPager {
    /// The first event that changed the picture since it was last recorded.
    var pictureChangedAt: Sequence? { events.pictureChanges?.lowerBound }

    /// A picture at rest that has not been recorded yet, with the event it came to rest with; nil while something moves.
    mutating func takeSettledPicture() -> (at: Sequence, digest: Digest)? {
        guard let changes = events.pictureChanges else { return nil }
        switch pager.phase {
        case .dragging, .settling: return nil
        case .empty, .idle: break
        }
        events.pictureRecorded()
        return (changes.upperBound, picture.digest)
    }
}

extension Input {
    fileprivate var isJump: Bool {
        switch self {
        case .jump, .jumpToItem, .stripEnded: true
        default: false
        }
    }
}
