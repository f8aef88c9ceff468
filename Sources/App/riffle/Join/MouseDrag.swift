import PagingClient
import PagingEngine
import PagingRoom

/// A hand with the mouse on the pager.
struct MouseDrag {
    let drag: DragID
    /// The request that takes hold; its refusal ends the drag.
    let request: RequestID
    /// Cells of the own view along the row of pages.
    private(set) var viewport: Viewport
    let isVertical: Bool
    private(set) var translation = Distance.zero
    private var motion = VelocityTracker()

    init(_ drag: DragID, request: RequestID, viewport: Viewport, isVertical: Bool, at now: Instant) {
        self.drag = drag
        self.request = request
        self.viewport = viewport
        self.isVertical = isVertical
        motion.add(.zero, at: now)
    }

    /// The mouse is so many cells from where it was pressed. To the left, or up, is forward.
    mutating func move(columns: Int, rows: Int, at now: Instant) {
        let cells = Int64(isVertical ? rows : columns)
        translation = Distance(units: -cells * Position.unitsPerPage / viewport.stride)
        motion.add(translation, at: now)
    }

    /// The own view has another size.
    mutating func resize(_ viewport: Viewport) {
        self.viewport = viewport
    }

    func velocity(at now: Instant) -> Velocity { motion.velocity(at: now) }
}
