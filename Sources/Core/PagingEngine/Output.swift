/// What a pager says.
public enum Output: Hashable, Sendable {
    /// The input changed nothing.
    case rejected(Rejection)
    case animationInterrupted(AnimationID, at: Position, by: MemberID?)
    case dragBegan(DragID, by: MemberID, at: Position, base: PageIndex)
    case dragEnded(DragID, by: MemberID, at: Position, Drag.Outcome)
    /// The destination changed; announced before the pager gets there.
    case targetChanged(from: PageIndex, to: PageIndex)
    case animationStarted(Animation)
    case offset(Position)
    case animationCompleted(AnimationID, at: Position)
    case selectionChanged(from: PageIndex, to: PageIndex)
    /// The window moved by so many pages and is now centred on `origin`; 0 when only its pages changed.
    case shifted(by: Int64, origin: PageIndex)
    /// The strip of tabs stands at a place of its own, in tabs; `by` nil: it follows the pager again.
    case stripMoved(to: Position, selected: PageIndex, by: MemberID?)
    case contentChanged(ContentChange)
    case configured(Configuration)
    case dragEnabledChanged(Bool)
    case loadingChanged(Bool, request: Int64)
    /// The pager came to rest.
    case idle
}

/// Why an input was refused.
public enum Rejection: Hashable, Sendable {
    case held(by: MemberID)
    /// A step from a page that is no longer the target: somebody else's step came first.
    case coalesced
    case stale
    case disabled
    case empty
    case moving
    case unknownPage
    case badRequest(String)
}

/// New pages and what they did to where the pager stands.
public struct ContentChange: Hashable, Sendable {
    public let revision: Int64
    public let wrap: PageOrder.Wrap
    public let count: Int
    /// Pages by which everything that moves or rests was carried along, so that the page in view stays in view.
    public let carried: Int64
    /// State after the change.
    public let settled: PageIndex
    public let target: PageIndex
    public let position: Position

    public init(
        revision: Int64, wrap: PageOrder.Wrap, count: Int, carried: Int64, settled: PageIndex, target: PageIndex,
        position: Position
    ) {
        self.revision = revision
        self.wrap = wrap
        self.count = count
        self.carried = carried
        self.settled = settled
        self.target = target
        self.position = position
    }
}
