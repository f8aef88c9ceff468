package import PagingEngine

/// Everything a member knows about a room: what a snapshot carries and what events keep true.
package struct Replica: Hashable, Sendable {
    package var sequence: Sequence
    package var configuration: Configuration
    package var phase: Phase
    package var settled: PageIndex
    /// The newest known position; `position(at:)` tells where the pager stands.
    package var position: Position
    /// How a hand has gone on from there; nil when it stands, or when none has the pager.
    package var motion: Extrapolation?
    package var origin: PageIndex
    package var target: PageIndex
    package var loading: Bool
    package var dragEnabled: Bool
    package var revision: Int64
    package var count: Int
    package var wrap: PageOrder.Wrap
    /// Where the strip of tabs stands while a hand moves it; nil while it follows the pager.
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
    /// Whether a presenter has darkened the pages.
    package var isBlank = false
    /// Where somebody points.
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
