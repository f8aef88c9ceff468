import PagingEngine

/// A hand with the mouse on the strip of tabs.
struct StripHand {
    let drag: DragID
    /// Where the strip stood when it was taken hold of.
    let start: Position
    /// Where the hand has brought it.
    var place: Position

    init(_ drag: DragID, on settled: PageIndex) {
        self.drag = drag
        start = Position(page: settled)
        place = start
    }

    /// The way since the strip was taken hold of, in tabs.
    var translation: Distance { place - start }
}
