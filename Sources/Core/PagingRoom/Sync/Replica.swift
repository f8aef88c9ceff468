package import PagingContent
package import PagingEngine

/// A member's copy of a room's state: a snapshot brings it, events keep it up to date.
package struct Replica: Hashable, Sendable {
    package var sequence: Sequence
    package var configuration: Configuration
    package var phase: Phase
    package var settled: PageIndex
    /// The newest published position; `position(at:)` is the present one.
    package var position: Position
    /// The extrapolation of a drag from there; nil at rest and when nobody drags.
    package var motion: Extrapolation?
    package var origin: PageIndex
    package var target: PageIndex
    package var loading: Bool
    package var dragEnabled: Bool
    package var revision: Int64
    package var count: Int
    package var wrap: PageOrder.Wrap
    /// Position of the strip of tabs while a member holds it; nil while it follows the pager.
    package var strip: Position?
    /// Titles of all listed pages in order, for the strip of tabs; empty without one.
    package var tabs: [String]
    package var window: [WindowPage]
    /// Members announced one by one, by number.
    package var members: [Member]
    /// Viewers beyond those.
    package var viewers: Int
    package var control: Control
    /// Steps of the target that are shown.
    package var shown = 0
    /// Whether a presenter has blanked the screens.
    package var isBlank = false
    package var pointer: Pointer?
    /// The position in the text with which a page in view begins; other pages begin at the top, or at their newest step.
    package var top: Pointer?

    package init(
        sequence: Sequence, configuration: Configuration, phase: Phase, settled: PageIndex, position: Position,
        origin: PageIndex, target: PageIndex, loading: Bool, dragEnabled: Bool, revision: Int64, count: Int,
        wrap: PageOrder.Wrap, strip: Position? = nil, tabs: [String] = [], window: [WindowPage], members: [Member],
        viewers: Int, control: Control = Control()
    ) {
        self.sequence = sequence
        self.configuration = configuration
        self.phase = phase
        self.settled = settled
        self.position = position
        self.origin = origin
        self.target = target
        self.loading = loading
        self.dragEnabled = dragEnabled
        self.revision = revision
        self.count = count
        self.wrap = wrap
        self.strip = strip
        self.tabs = tabs
        self.window = window
        self.members = members
        self.viewers = viewers
        self.control = control
    }
}

/// Position.
extension Replica {
    /// The position of the pager at `now` on the owner's clock.
    package func position(at now: Instant) -> Position {
        if case .settling(let animation) = phase { return animation.position(at: now) }
        guard case .dragging = phase, let motion else { return position }
        return position + motion.way(at: now)
    }

    /// Time until which the pager moves without further messages, on the owner's clock; nil when it does not move.
    package var movesUntil: Instant? {
        if case .settling(let animation) = phase { return animation.end }
        guard case .dragging = phase else { return nil }
        return motion?.since.advanced(byMilliseconds: Extrapolation.milliseconds)
    }

    /// Whether nothing moves.
    package var isAtRest: Bool {
        switch phase {
        case .empty, .idle: true
        case .dragging, .settling: false
        }
    }
}

/// Pages.
extension Replica {
    /// The pages of the row, from the first to the last; nil when there is none.
    package var row: ClosedRange<PageIndex>? {
        switch wrap {
        case .finite:
            return count > 0 ? PageIndex(0)...PageIndex(Int64(count) - 1) : nil
        case .loop where count == 0:
            return nil
        case .loop, .unbounded:
            return PageIndex(1 - PageIndex.bound)...PageIndex(PageIndex.bound - 1)
        }
    }

    /// The pages a member of this role may read by itself; nil when there is none. The leash limits all members but
    /// presenters.
    package func readable(by role: Role) -> ClosedRange<PageIndex>? {
        guard let row, role != .presenter, let reach = control.leash.reach(around: origin, configuration) else {
            return row
        }
        let first = max(reach.lowerBound, row.lowerBound)
        return first...max(min(reach.upperBound, row.upperBound), first)
    }

    /// Index in the list of a page, its own number in an endless row; nil beyond an end.
    package func rowPlace(of page: PageIndex) -> Int64? {
        switch wrap {
        case .unbounded: return page.value
        case .finite: return (0..<Int64(count)).contains(page.value) ? page.value : nil
        case .loop:
            guard count > 0 else { return nil }
            let rest = page.value % Int64(count)
            return rest < 0 ? rest + Int64(count) : rest
        }
    }
}

/// Steps.
extension Replica {
    /// The target and its steps shown.
    package var stepPlace: StepPlace { StepPlace(page: target, shown: shown) }

    /// Number of steps shown of a page: all of a page before the target, none of a page behind it.
    package func stepsShown(of page: Page, at index: PageIndex) -> Int {
        guard index == target else { return index < target ? page.steps : 0 }
        return min(shown, page.steps)
    }

    /// The page and steps after a step from `page`, as far as the window's pages tell; `shown` nil turns the page.
    package func place(after direction: Input.Direction, from page: PageIndex, shown: Int?) -> StepPlace {
        if let next = shown.map({ $0 + Int(direction.rawValue) }), (0...steps(at: page)).contains(next) {
            return StepPlace(page: page, shown: next)
        }
        let next = page + direction.rawValue
        let isBeyond = wrap == .finite && !(0..<Int64(count)).contains(next.value)
        guard !isBeyond else { return StepPlace(page: page, shown: shown ?? 0) }
        return StepPlace(page: next, shown: direction == .back ? steps(at: next) : 0)
    }

    /// Whether the window has this page.
    package func knows(_ page: PageIndex) -> Bool { window.contains { $0.index == page } }

    private func steps(at index: PageIndex) -> Int {
        window.first { $0.index == index }?.page.steps ?? 0
    }
}

/// A page and the number of its steps shown.
package struct StepPlace: Hashable, Sendable {
    package let page: PageIndex
    package let shown: Int

    package init(page: PageIndex, shown: Int) {
        self.page = page
        self.shown = shown
    }
}

extension Replica {
    /// The result of applying an event.
    package enum Application: Hashable, Sendable {
        case applied
        /// Seen before; nothing changed.
        case repeated
        /// An event before it is missing; nothing changed. Resume or request a snapshot.
        case gap
    }

    /// Applies the next reliable event.
    @discardableResult
    package mutating func apply(_ event: Event) -> Application {
        guard event.sequence > sequence else { return .repeated }
        guard event.sequence == sequence.next else { return .gap }
        sequence = event.sequence
        change(event.change)
        return .applied
    }

    /// Counts an event that is not understood, if it is the next one.
    package mutating func skip(_ number: Sequence) {
        if number == sequence.next { sequence = number }
    }

    /// Applies an offset, unless the replica has a later event.
    package mutating func apply(_ offset: Offset) {
        guard offset.sequence >= sequence else { return }
        if offset.isOnStrip {
            if strip != nil { strip = offset.position }
        } else if case .dragging = phase {
            position = offset.position
            motion = Extrapolation(velocity: offset.velocity, since: offset.now)
        }
    }

    private mutating func change(_ change: Event.Change) {
        switch change {
        case .dragBegan(let drag, let member, let here, let base):
            phase = .dragging(Drag(published: drag, holder: member, base: base, at: here))
            (position, motion) = (here, nil)
        case .dragEnded(_, _, let here, _):
            rest(at: here)
        case .target(_, let page):
            (target, shown) = (page, 0)
        case .animation(let animation):
            (phase, motion) = (.settling(animation), nil)
        case .interrupted(_, let here, _), .completed(_, let here):
            rest(at: here)
        case .selected(_, let page, _, let here):
            settled = page
            position = here
        case .shift(_, let page, let pages):
            origin = page
            window = pages
        case .content(let content, let titles, _):
            adopt(content)
            tabs = titles
        case .dragEnabled(let on, _):
            dragEnabled = on
        case .loading(let on, _):
            loading = on
        case .settings(let new, let titles):
            configuration = new
            tabs = titles
        case .strip(let here, _, let member):
            strip = member == nil ? nil : here
        case .member(let member, let change):
            note(member, change)
        case .audience(let number):
            viewers = number
        case .control(let new):
            control = new
        case .revealed(_, let steps, _):
            shown = steps
        case .blank(let on, _):
            isBlank = on
        case .pointer(let place, let beginning):
            (pointer, top) = (place, beginning)
        }
    }

    private mutating func rest(at here: Position) {
        (position, motion) = (here, nil)
        phase = .idle
    }

    private mutating func adopt(_ content: ContentChange) {
        let way = Distance(pages: content.carried)
        switch phase {
        case .settling(let animation):
            phase = .settling(animation.rebased(by: way))
        case .dragging(let drag):
            let base = content.target
            phase = .dragging(Drag(published: drag.id, holder: drag.holder, base: base, at: drag.grabPosition + way))
        case .empty, .idle:
            phase = content.count == 0 && content.wrap != .unbounded ? .empty : .idle
        }
        (revision, wrap, count) = (content.revision, content.wrap, content.count)
        (settled, target, position) = (content.settled, content.target, content.position)
        motion = nil
    }

    private mutating func note(_ member: Member, _ change: Member.Change) {
        // Searched from the end, where new members are: in a crowd every client does this for every new member.
        var index = members.endIndex
        while index > 0, members[index - 1].id > member.id { index -= 1 }
        let isKnown = index > 0 && members[index - 1].id == member.id
        switch (isKnown, change) {
        case (true, .left): members.remove(at: index - 1)
        case (true, _): members[index - 1] = member
        case (false, .left): break
        case (false, _): members.insert(member, at: index)
        }
    }
}

extension Drag {
    /// A drag as its events publish it.
    init(published id: DragID, holder: MemberID, base: PageIndex, at here: Position) {
        self.init(
            id: id, holder: holder, base: base, grabPosition: here, translation: .zero,
            lastSampleAt: Instant(milliseconds: 0), viewport: .reference)
    }
}
