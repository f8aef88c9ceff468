/// The position of a drag, computed by the client that drags before the room has answered.
///
/// It uses the pager's own arithmetic, so both agree to the unit as long as they agree about the start of the drag.
public struct DragTracker: Hashable, Sendable {
    private var drag: Drag
    private let configuration: Configuration
    private var row: ClosedRange<PageIndex>

    /// A drag that begins at `place`, or at the nearest position on the row.
    ///
    /// - Parameters:
    ///   - base: the page the drag counts from: the target at its start.
    ///   - row: the first and the last page.
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

    /// The translation since the drag began, in pages of the drag's viewport.
    public var translation: Distance { drag.translation }

    /// The width of view and page distance of the member that drags.
    public var viewport: Viewport { drag.viewport }

    /// The position of the pager under this drag, with resistance at the limits.
    public var place: Position { drag.reach(configuration, row).place(drag.raw) }

    /// Sets the translation since the drag began.
    public mutating func move(by way: Distance) {
        drag.translation = way
    }

    /// Changes the viewport. The position stays; the translation is converted to the new stride.
    public mutating func resize(_ viewport: Viewport) {
        let raw = drag.raw
        drag.translation = drag.translation.rescaled(from: drag.viewport.stride, to: viewport.stride)
        drag.grabPosition = raw - drag.translation
        drag.viewport = viewport
    }

    /// Follows new content that shifts the drag by `pages`; it now counts from `base`.
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
