extension PageOrder {
    /// The first page there is: an end of the list, or of the numbers a position can hold.
    var firstPage: PageIndex { wrap == .finite ? PageIndex(0) : PageIndex(1 - PageIndex.bound) }

    /// The last page there is. Not for an empty order.
    var lastPage: PageIndex { PageIndex(wrap == .finite ? Int64(ids.count) - 1 : PageIndex.bound - 1) }

    /// The page that exists nearest to `page`.
    func nearest(to page: PageIndex) -> PageIndex { min(max(page, firstPage), lastPage) }

    /// This order under `configuration`: too short a loop is a plain row.
    func adapted(to configuration: Configuration) -> PageOrder {
        guard wrap == .loop, count < configuration.loopMinimum else { return self }
        return PageOrder(ids, loops: false) ?? self
    }

    /// How far beyond the first or the last page `place` lies; 0 between them, never negative.
    func overscroll(of place: Position) -> Distance {
        max(.zero, max(Position(page: firstPage) - place, place - Position(page: lastPage)))
    }

    /// `place`, or the edge it lies beyond.
    func onRow(_ place: Position) -> Position {
        min(max(place, Position(page: firstPage)), Position(page: lastPage))
    }

    /// How far from the edge beyond `place` a movement on from there to `end` may swing: to `overscroll` beyond it.
    func room(from place: Position, to end: Position, overscroll: Distance) -> (back: Distance, forward: Distance) {
        (
            back: min(place, end) - Position(page: firstPage) + overscroll,
            forward: Position(page: lastPage) - max(place, end) + overscroll
        )
    }
}
