import PagingEngine

/// A drag of the strip of tabs with the mouse.
struct StripDrag {
    let drag: DragID
    /// The position of the strip when the drag began.
    let start: Position
    /// The position to which the mouse has dragged it.
    var position: Position

    init(_ drag: DragID, on settled: PageIndex) {
        self.drag = drag
        start = Position(page: settled)
        position = start
    }

    /// The distance from the start, in tabs.
    var translation: Distance { position - start }
}
