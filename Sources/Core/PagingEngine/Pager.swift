/// The paging machine: a pure value. `handle` is the only way to change it.
///
/// Three notions of "the page" stay apart: `current` is the nearest one now, `target` the one it is going to, told
/// at once, and `settled` the one it rests on, told at rest and never for pages merely passed.
///
/// It owns no clock and no thread: hand it each input with the time, act on what it says, and come back at
/// `nextDeadline`. A swipe of six tenths of a page, and the page it leads to:
///
/// ```swift
/// let ann = MemberID(1)
/// var pager = Pager(configuration: Configuration(.threePage), order: .unbounded, now: Instant(milliseconds: 0))
/// var outputs: [Output] = []
/// func hand(_ input: Input, atMilliseconds milliseconds: Int64) {
///     outputs.removeAll(keepingCapacity: true)
///     pager.handle(input, by: ann, at: Instant(milliseconds: milliseconds), into: &outputs)
///     for case .selectionChanged(_, let page) in outputs { turned.append(page) }
/// }
/// var turned: [PageIndex] = []
/// let swipe = DragID(1)
/// let way = Distance(units: Position.unitsPerPage * 6 / 10)
/// hand(.dragBegan(swipe, viewport: Viewport(width: 390, stride: 390)), atMilliseconds: 0)
/// hand(.dragMoved(swipe, by: way), atMilliseconds: 80)
/// hand(.dragEnded(swipe, by: way, velocity: .zero), atMilliseconds: 90)
/// while let due = pager.nextDeadline {
///     hand(.tick, atMilliseconds: due.milliseconds)
/// }
/// // turned is [PageIndex(1)], and so is pager.settled; pager.window is pages 0, 1 and 2.
/// ```
public struct Pager: Hashable, Sendable {
    public internal(set) var configuration: Configuration
    public internal(set) var phase: Phase
    /// Where the pager rests, or rested before it began to move.
    public internal(set) var settled: PageIndex
    /// Where the pager stands, as of the last input.
    public internal(set) var position: Position
    /// The page in the window's centre slot.
    public internal(set) var origin: PageIndex
    public internal(set) var order: PageOrder
    public internal(set) var revision: Int64
    public internal(set) var dragEnabled: Bool
    /// Whether pages are being fetched.
    public internal(set) var loading: Bool
    /// A hand on the strip of tabs; only while the pager rests.
    public internal(set) var strip: Strip?
    public internal(set) var now: Instant
    /// The strip drag that ended last; what still comes of it means nothing.
    var lastStrip: Strip.Key?
    /// While settling: when the window moves next, if that comes before the end.
    var nextShift: Instant?
    /// The newest load begun; the end of an older one means nothing.
    var newestLoad: Int64?
    /// Animations started so far, from which each gets its number.
    var animationsStarted: Int64
}

extension Pager {
    /// A pager at rest on page 0 of `order`, or empty when there are no pages.
    ///
    /// The configuration is within its limits (`Configuration.flaw` is nil).
    public init(configuration: Configuration, order: PageOrder, now: Instant) {
        precondition(configuration.flaw == nil, "a pager is made with a configuration within its limits")
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

    /// Applies `input` from `member` at `now` and appends what came of it to `outputs`.
    ///
    /// Whatever was due before `now` happens first, at its own time, so time stamps decide races and not the order of
    /// callbacks. A time before the last one counts as the last one. A refused input appends one `rejected` and changes
    /// nothing; one that means nothing here, such as a sample of a drag that is over, appends nothing.
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
