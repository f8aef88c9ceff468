extension PageOrder {
    /// The first page there is: an end of the list, or of the numbers a position can hold.
    var firstPage: PageIndex { wrap == .finite ? PageIndex(0) : PageIndex(1 - PageIndex.bound) }

    /// The last page there is. Not for an empty order.
    var lastPage: PageIndex { PageIndex(wrap == .finite ? Int64(ids.count) - 1 : PageIndex.bound - 1) }

    /// The page that exists nearest to `page`.
    func nearest(to page: PageIndex) -> PageIndex { min(max(page, firstPage), lastPage) }

    /// How far beyond the first or the last page `place` lies; 0 between them, never negative.
    func overscroll(of place: Position) -> Distance {
        max(.zero, max(Position(page: firstPage) - place, place - Position(page: lastPage)))
    }

    /// How far from the edge beyond `place` a movement on from there to `end` may swing: to `overscroll` beyond it.
    func room(from place: Position, to end: Position, overscroll: Distance) -> (back: Distance, forward: Distance) {
        (
            back: min(place, end) - Position(page: firstPage) + overscroll,
            forward: Position(page: lastPage) - max(place, end) + overscroll
        )
    }
}
