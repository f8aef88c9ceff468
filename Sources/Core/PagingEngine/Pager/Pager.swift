/// The paging state machine: a pure value, changed only by `handle`.
///
/// It distinguishes three pages: `current` is the page nearest to the position, `target` the page the pager goes to,
/// and `settled` the page it rests on. A change of `target` is reported at once, a change of `settled` at rest, and
/// never for pages that are only passed.
///
/// The pager has no clock and no thread. The caller passes each input with its time, acts on the outputs, and calls
/// again at `nextDeadline`. Example: a swipe of six tenths of a page, and the page it leads to:
///
/// ```swift
/// let ann = MemberID(1)
/// var pager = Pager(configuration: Configuration(.threePage), order: .unbounded, now: Instant(milliseconds: 0))
/// var outputs: [Output] = []
/// func apply(_ input: Input, atMilliseconds milliseconds: Int64) {
///     outputs.removeAll(keepingCapacity: true)
///     pager.handle(input, by: ann, at: Instant(milliseconds: milliseconds), into: &outputs)
///     for case .selectionChanged(_, let page) in outputs { turned.append(page) }
/// }
/// var turned: [PageIndex] = []
/// let swipe = DragID(1)
/// let way = Distance(units: Position.unitsPerPage * 6 / 10)
/// apply(.dragBegan(swipe, viewport: Viewport(width: 390, stride: 390)), atMilliseconds: 0)
/// apply(.dragMoved(swipe, by: way), atMilliseconds: 80)
/// apply(.dragEnded(swipe, by: way, velocity: .zero), atMilliseconds: 90)
/// while let due = pager.nextDeadline {
///     apply(.tick, atMilliseconds: due.milliseconds)
/// }
/// // turned is [PageIndex(1)], and so is pager.settled; pager.window is pages 0, 1 and 2.
/// ```
public struct Pager: Hashable, Sendable {
    /// The present configuration; within its limits.
    public internal(set) var configuration: Configuration
    /// The present activity: empty, idle, dragging or settling.
    public internal(set) var phase: Phase
    /// The page on which the pager rests, or rested before it began to move.
    public internal(set) var settled: PageIndex
    /// The position as of the last input.
    public internal(set) var position: Position
    /// The page in the window's centre slot.
    public internal(set) var origin: PageIndex
    /// The pages of the row, adapted to the configuration.
    public internal(set) var order: PageOrder
    /// Number of the content: 0 at first, one more with each `content` input that is accepted.
    public internal(set) var revision: Int64
    /// Whether drags are accepted.
    public internal(set) var dragEnabled: Bool
    /// Whether pages are being loaded.
    public internal(set) var loading: Bool
    /// The drag of the strip of tabs; only while the pager rests.
    public internal(set) var strip: Strip?
    /// Time of the last input; times of the pager never decrease.
    public internal(set) var now: Instant
    /// The strip drag that ended last; its late samples are ignored.
    var lastStrip: Strip.Key?
    /// While settling: time of the window's next shift, if that comes before the end.
    var nextShift: Instant?
    /// The newest load begun; the end of an older one is ignored.
    var newestLoad: Int64?
    /// Number of animations started; the next animation gets the next number.
    var animationsStarted: Int64
}

extension Pager {
    /// A pager at rest on page 0 of `order`, or empty when there are no pages.
    ///
    /// - Precondition: `configuration` is within its limits (`Configuration.flaw` is nil).
    public init(configuration: Configuration, order: PageOrder, now: Instant) {
        precondition(configuration.flaw == nil, "expected a configuration without a flaw")
        self.configuration = configuration
        phase = order.isEmpty ? .empty : .idle
        settled = PageIndex(0)
        position = Position(units: 0)
        origin = PageIndex(0)
        self.order = order.adapted(to: configuration)
        strip = nil
        lastStrip = nil
        nextShift = nil
        revision = 0
        dragEnabled = true
        loading = false
        self.now = now.withinBound
        newestLoad = nil
        animationsStarted = 0
    }

    /// Applies `input` from `member` at `now` and appends the outputs to `outputs`.
    ///
    /// Deadlines up to `now` are processed first, each at its own time, so time stamps decide races, not the order of
    /// calls. A time before the last one counts as the last one. A rejected input appends one `rejected` and changes
    /// nothing. An input without meaning in the present phase, such as a sample of a drag that is over, is ignored.
    public mutating func handle(_ input: Input, by member: MemberID?, at now: Instant, into outputs: inout [Output]) {
        advance(to: now, into: &outputs)
        if case .dragMoved(let id, let way) = input {
            moveDrag(id, by: way, from: member, into: &outputs)
        } else {
            apply(input, by: member, into: &outputs)
        }
        checkInvariants()
    }

    private mutating func apply(_ input: Input, by member: MemberID?, into outputs: inout [Output]) {
        switch input {
        case .dragBegan(let id, let viewport): beginDrag(id, viewport: viewport, by: member, into: &outputs)
        case .dragMoved(let id, let way): moveDrag(id, by: way, from: member, into: &outputs)
        case .dragEnded(let id, let way, let velocity):
            releaseDrag(id, by: way, velocity: velocity, from: member, into: &outputs)
        case .dragCancelled(let id): cancelDrag(id, from: member, into: &outputs)
        case .holderGone: loseHolder(member, into: &outputs)
        case .step(let direction, let from): step(direction, from: from, by: member, into: &outputs)
        case .jump(let page, let animated): jump(to: page, animated: animated, by: member, into: &outputs)
        case .jumpToItem(let item, let animated): jump(toItem: item, animated: animated, by: member, into: &outputs)
        case .stripMoved(let id, let way): moveStrip(id, by: way, from: member, into: &outputs)
        case .stripEnded(let id, let way): releaseStrip(id, by: way, from: member, into: &outputs)
        case .resize(let viewport): resize(viewport, by: member)
        case .content(let revision, let order):
            replace(revision: revision, with: order, by: member, into: &outputs)
        case .configure(let configuration): configure(configuration, by: member, into: &outputs)
        case .dragEnabled(let enabled): enableDrags(enabled, by: member, into: &outputs)
        case .loadBegan(let request): beginLoad(request, into: &outputs)
        case .loadEnded(let request): endLoad(request, into: &outputs)
        case .tick: break
        }
    }
}

extension Pager {
    /// The page the pager goes to: the animation's end, else the drag's base, else the settled page.
    public var target: PageIndex {
        switch phase {
        case .empty, .idle: settled
        case .dragging(let drag): drag.base
        case .settling(let animation): animation.to.nearestPage
        }
    }

    /// The page nearest to the position; exactly half way counts as the higher page.
    public var current: PageIndex {
        order.isEmpty ? settled : order.nearest(to: position.nearestPage)
    }

    /// Whether there is a page before the target.
    public var canGoBack: Bool { !order.isEmpty && target > order.firstPage }

    /// Whether there is a page after the target.
    public var canGoForward: Bool { !order.isEmpty && target < order.lastPage }

    /// The absolute pages of the window around `origin`, without those beyond an end.
    ///
    /// Pages are absolute, so no page occurs twice even when a loop has fewer pages than the window has slots.
    public var window: [PageIndex] {
        let reach = Int64(configuration.windowSlots / 2)
        return (-reach...reach).map { origin + $0 }.filter(order.contains)
    }

    /// Time of the next change without an input: the end of the animation, a shift of the window during it, or the end
    /// of a drag's lease. Nil at rest.
    public var nextDeadline: Instant? {
        switch phase {
        case .empty: nil
        case .idle: strip?.lastSampleAt.advanced(byMilliseconds: configuration.leaseMilliseconds)
        case .dragging(let drag): drag.lastSampleAt.advanced(byMilliseconds: configuration.leaseMilliseconds)
        case .settling(let animation): min(animation.end, nextShift ?? animation.end)
        }
    }

    /// Position of the strip of tabs, in tabs: the pager's position unless the strip is dragged.
    public var stripPosition: Position { strip.map(place(of:)) ?? position }

    /// The position at `instant` if no input comes before it.
    ///
    /// An animation in progress is evaluated; a dragged pager stays where it is.
    public func position(at instant: Instant) -> Position {
        guard case .settling(let animation) = phase else { return position }
        return animation.position(at: max(instant.withinBound, now))
    }
}

extension Pager {
    /// Processes the deadlines up to `instant`, each at its own time, and sets the time to `instant`.
    ///
    /// So `tick(a)`, `tick(b)` has the same result as `tick(b)`.
    mutating func advance(to instant: Instant, into outputs: inout [Output]) {
        let instant = max(instant.withinBound, now)
        while let deadline = nextDeadline, deadline <= instant {
            now = max(now, deadline)
            meetDeadline(into: &outputs)
        }
        now = instant
        if case .settling(let animation) = phase { position = animation.position(at: instant) }
    }

    private mutating func meetDeadline(into outputs: inout [Output]) {
        switch phase {
        case .empty: break
        case .idle: dropStrip(into: &outputs)
        case .dragging(let drag): giveUp(drag, .lost, by: nil, into: &outputs)
        case .settling(let animation):
            guard now < animation.end else { return complete(animation, into: &outputs) }
            position = animation.position(at: now)
            follow(into: &outputs)
            planShift()
        }
    }
}

extension Pager {
    /// Checks the invariants after every input, in release builds too: a wrong position must not reach members.
    ///
    /// `Phase` itself rules out a drag during an animation.
    func checkInvariants() {
        guard !order.isEmpty else {
            guard case .empty = phase else { preconditionFailure("a pager without pages is empty") }
            return
        }
        let first = order.firstPage
        let last = order.lastPage
        precondition(settled >= first && settled <= last, "the settled page exists")
        precondition(origin >= first && origin <= last, "the window's centre exists")
        precondition(
            position.units > (first.value - 1) * Position.unitsPerPage
                && position.units < (last.value + 1) * Position.unitsPerPage,
            "the pager stands less than a page beyond an edge")
        precondition(strip == nil || phase.name == .idle, "the strip is only held while the pager rests")
        switch phase {
        case .empty:
            preconditionFailure("a pager with pages is not empty")
        case .idle:
            precondition(
                position == Position(page: settled) || (configuration.isFree && current == settled),
                "a pager at rest stands exactly on its settled page, or nearest to it when it runs freely")
        case .dragging(let drag):
            precondition(drag.base >= first && drag.base <= last, "a drag starts from a page that exists")
            precondition(drag.lastSampleAt <= now, "no sample is newer than now")
        case .settling(let animation):
            let page = animation.to.nearestPage
            precondition(page >= first && page <= last, "an animation goes to a page that exists")
            precondition(animation.start <= now && now < animation.end, "an animation that is over has completed")
        }
    }
}
