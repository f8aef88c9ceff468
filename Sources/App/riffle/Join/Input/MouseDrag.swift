import PagingClient
import PagingEngine
import PagingRoom

/// A drag of the pager with the mouse.
struct MouseDrag {
    let drag: DragID
    /// The request that began the drag; its refusal ends the drag.
    let request: RequestID
    private(set) var translation = Distance.zero
    private let isVertical: Bool
    /// The own window, in cells along the row of pages.
    private var viewport: Viewport
    private var tracker = VelocityTracker()

    init(_ drag: DragID, request: RequestID, viewport: Viewport, isVertical: Bool, at now: Instant) {
        self.drag = drag
        self.request = request
        self.viewport = viewport
        self.isVertical = isVertical
        tracker.add(.zero, at: now)
    }

    /// The mouse is so many cells from where it was pressed; left or up is forward.
    mutating func move(columns: Int, rows: Int, at now: Instant) {
        let cells = Int64(isVertical ? rows : columns)
        translation = Distance(units: -cells * Position.unitsPerPage / viewport.stride)
        tracker.add(translation, at: now)
    }

    /// The own window has another size.
    mutating func resize(_ viewport: Viewport) { self.viewport = viewport }

    func velocity(at now: Instant) -> Velocity { tracker.velocity(at: now) }
}
