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
