/// An output of the pager: a change, in the order in which changes happened.
public enum Output: Hashable, Sendable {
    /// The input was rejected and changed nothing.
    case rejected(Rejection)
    /// An animation ended before its time at this position; `by` is the member whose input ended it.
    case animationInterrupted(AnimationID, at: Position, by: MemberID?)
    /// A member took hold of the pager at this position; `base` is the page the drag counts from.
    case dragBegan(DragID, by: MemberID, at: Position, base: PageIndex)
    /// A drag ended at this position.
    case dragEnded(DragID, by: MemberID, at: Position, Drag.Outcome)
    /// The target changed; reported before the pager arrives there.
    case targetChanged(from: PageIndex, to: PageIndex)
    /// An animation began.
    case animationStarted(Animation)
    /// The position changed by a drag, a jump or the end of an animation.
    case offset(Position)
    /// An animation reached its end.
    case animationCompleted(AnimationID, at: Position)
    /// The settled page changed.
    case selectionChanged(from: PageIndex, to: PageIndex)
    /// The window moved by a number of pages and is now centred on `origin`; 0 when only its pages changed.
    case shifted(by: Int64, origin: PageIndex)
    /// The strip of tabs was dragged to this position, in tabs; without `by` it follows the pager again.
    case stripMoved(to: Position, selected: PageIndex, by: MemberID?)
    /// New pages replaced the old ones.
    case contentChanged(ContentChange)
    /// A new configuration replaced the old one.
    case configured(Configuration)
    /// Drags were switched on or off.
    case dragEnabledChanged(Bool)
    /// A load began, or the newest load ended.
    case loadingChanged(Bool, request: Int64)
    /// The pager came to rest.
    case idle
}

/// The reason why an input was rejected.
public enum Rejection: Hashable, Sendable {
    /// Another member drags the pager or the strip.
    case held(by: MemberID)
    /// A step from a page that is no longer the target: another member's step came first.
    case coalesced
    /// The content replaces a revision that is no longer the present one.
    case stale
    /// Drags are switched off, by the configuration or by `dragEnabled`.
    case disabled
    /// There are no pages.
    case empty
    /// The pager moves, and the input needs one at rest or may not interrupt it.
    case moving
    /// The page does not exist.
    case unknownPage
    /// The input is malformed; the text says how.
    case badRequest(String)
}

/// New content and the pager's state after it.
public struct ContentChange: Hashable, Sendable {
    /// Revision of the new content.
    public let revision: Int64
    /// The way the new row continues beyond its ends.
    public let wrap: PageOrder.Wrap
    /// Number of listed pages; 0 when the row is unbounded.
    public let count: Int
    /// Pages by which position, animation and drag were shifted, so that the page in view stays in view.
    public let carried: Int64
    /// The settled page after the change.
    public let settled: PageIndex
    /// The target after the change.
    public let target: PageIndex
    /// The position after the change.
    public let position: Position

    /// A change with these values.
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
