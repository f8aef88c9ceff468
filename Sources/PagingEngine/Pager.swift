/// The paging machine: a pure value. `handle` is the only way to change it.
public struct Pager: Hashable, Sendable {
    public private(set) var configuration: Configuration
    public private(set) var phase: Phase
    /// Where the pager rests, or rested before it began to move.
    public private(set) var settled: PageIndex
    /// Where the pager stands, as of the last input.
    public private(set) var position: Position
    /// The page in the window's centre slot.
    public private(set) var origin: PageIndex
    public private(set) var order: PageOrder
    public private(set) var revision: Int64
    public private(set) var dragEnabled: Bool
    public private(set) var now: Instant
}

extension Pager {
    /// A pager at rest on page 0 of `order`, or empty when there are no pages.
    public init(configuration: Configuration, order: PageOrder, now: Instant) {
        self.configuration = configuration
        phase = order.isEmpty ? .empty : .idle
        settled = PageIndex(0)
        position = Position(units: 0)
        origin = PageIndex(0)
        self.order = order
        revision = 0
        dragEnabled = true
        self.now = now
    }

    /// Applies `input` from `member` at `now` and appends what came of it to `outputs`.
    public mutating func handle(_ input: Input, by member: MemberID?, at now: Instant, into outputs: inout [Output]) {
    }

    /// Where the pager is going: the animation's end, else the drag's base, else where it rests.
    public var target: PageIndex { settled }

    /// The absolute pages of the window around `origin`, without those beyond an end.
    public var window: [PageIndex] { [origin] }

    /// When something happens without an input: the end of the animation, or of the holder's lease.
    public var nextDeadline: Instant? { nil }
}
