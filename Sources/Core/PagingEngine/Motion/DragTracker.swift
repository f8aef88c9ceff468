/// Where a drag leads, reckoned by the hand that does it before anybody has answered.
///
/// The same arithmetic as the pager's own, so that the two agree to the unit as long as they agree about the grab.
public struct DragTracker: Hashable, Sendable {
    private var drag: Drag
    private let configuration: Configuration
    private var row: ClosedRange<PageIndex>

    /// A hand that takes hold at `place`, or as near to it as the row goes.
    ///
    /// - Parameters:
    ///   - base: the page that counts as the start: the one the pager was going to.
    ///   - row: the pages there are.
    public init(
        grabbedAt place: Position, base: PageIndex, viewport: Viewport, configuration: Configuration,
        row: ClosedRange<PageIndex>
    ) {
        drag = Drag(
            id: DragID(0), holder: MemberID(0), base: base, grabPosition: place, translation: .zero,
            lastSampleAt: Instant(milliseconds: 0), viewport: viewport)
        self.configuration = configuration
        self.row = row
        drag.anchor(at: visible(place), configuration, row)
    }

    /// The way since the grab, in pages of the hand's own stride.
    public var translation: Distance { drag.translation }

    /// The hand's own width of view and distance between pages.
    public var viewport: Viewport { drag.viewport }

    /// Where the pager stands under this hand.
    public var place: Position { drag.reach(configuration, row).place(drag.raw) }

    /// The hand has gone so far since the grab.
    public mutating func move(by way: Distance) {
        drag.translation = way
    }

    /// The hand's view has another size. The pager stays where it is; what was dragged counts in the new stride.
    public mutating func resize(_ viewport: Viewport) {
        let raw = drag.raw
        drag.translation = drag.translation.rescaled(from: drag.viewport.stride, to: viewport.stride)
        drag.grabPosition = raw - drag.translation
        drag.viewport = viewport
    }

    /// New pages came: everything lies `pages` further along, and the drag starts from `base`.
    public mutating func carry(by pages: Int64, base: PageIndex, row: ClosedRange<PageIndex>) {
        let place = place + Distance(pages: pages)
        drag.base = base
        self.row = row
        drag.anchor(at: visible(place), configuration, row)
    }

    /// `place`, or the farthest from the row that can be seen.
    private func visible(_ place: Position) -> Position {
        let band = configuration.edge == .clamp ? Distance.zero : Distance(units: Position.unitsPerPage - 1)
        return min(max(place, Position(page: row.lowerBound) - band), Position(page: row.upperBound) + band)
    }
}
