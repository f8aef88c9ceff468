public import PagingEngine

/// Everything a member knows about a room: what a snapshot carries and what events keep true.
public struct Replica: Hashable, Sendable {
    public var sequence: Sequence
    public var configuration: Configuration
    public var phase: Phase
    public var settled: PageIndex
    /// The newest known position; `position(at:)` tells where the pager stands.
    public var position: Position
    /// How a hand has gone on from there; nil when it stands, or when none has the pager.
    public var motion: Motion?
    public var origin: PageIndex
    public var target: PageIndex
    public var loading: Bool
    public var dragEnabled: Bool
    public var revision: Int64
    public var count: Int
    public var wrap: PageOrder.Wrap
    /// Where the strip of tabs stands while a hand moves it; nil while it follows the pager.
    public var strip: Position?
    /// Titles of all listed pages in order, for the strip of tabs; empty without one.
    public var tabs: [String]
    public var window: [WindowPage]
    /// Members announced one by one, by number.
    public var members: [Member]
    /// Viewers beyond those.
    public var viewers: Int
    public var control: Control
    /// Steps of the target that are shown.
    public var shown = 0
    /// Whether a presenter has darkened the pages.
    public var isBlank = false
    /// Where somebody points.
    public var pointer: Pointer?

    public init(
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
