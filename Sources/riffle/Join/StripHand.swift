import PagingEngine

/// A hand with the mouse on the strip of tabs.
struct StripHand {
    let drag: DragID
    /// Where the strip stood when it was taken hold of.
    let start: Position
    /// The page the pager rested on then.
    let settled: PageIndex
    /// Where the hand has brought it.
    var place: Position

    init(_ drag: DragID, on settled: PageIndex) {
        self.drag = drag
        self.settled = settled
        start = Position(page: settled)
        place = start
    }

    /// The way since the strip was taken hold of, in tabs.
    var translation: Distance { place - start }
}
