package import PagingEngine
package import PagingRoom

/// A member who has left the others and reads on alone, on a page of its own.
///
/// Every page is shown whole: steps are the presenter's. To come back is to drop this value.
package struct DetachedReader: Hashable, Sendable {
    /// From one page to the next.
    package static let glideMilliseconds: Int64 = 150

    /// The page being read.
    package private(set) var index: PageIndex
    /// Its id, once it is known; new pages find the place again by it.
    package private(set) var page: PageID?
    /// Whether new pages have come among which the page read may lie elsewhere.
    package private(set) var isSeeking = false
    private var from: Position
    private var start: Instant

    /// Begins where `position` is drawn and goes to `index`.
    package init(at index: PageIndex, from position: Position, now: Instant) {
        self.index = index
        from = position
        start = now
    }

    /// Goes to another page.
    package mutating func turn(to index: PageIndex, at now: Instant) {
        from = position(at: now)
        start = now
        self.index = index
        page = nil
        isSeeking = false
    }

    /// Where the window stands.
    package func position(at now: Instant) -> Position {
        let end = Position(page: index)
        let left =
            DetachedReader.glideMilliseconds
            - min(max(now.milliseconds(since: start), 0), DetachedReader.glideMilliseconds)
        // What lies between two pages far apart is not run through: at most one page of way is glided.
        let way = min(max((from - end).units, -Position.unitsPerPage), Position.unitsPerPage)
        return end + Distance(units: way * left / DetachedReader.glideMilliseconds)
    }

    /// Whether the window moves at `now`.
    package func isMoving(at now: Instant) -> Bool { position(at: now) != Position(page: index) }

    /// Takes note of what the page is called. Among new pages it is sought first by the name it had; only when all of
    /// them have come without it the page in its place is another one.
    package mutating func note(_ pages: [WindowPage], isComplete: Bool) {
        guard let here = pages.first(where: { $0.index == index })?.page.id else { return }
        if page == nil || page == here {
            (page, isSeeking) = (here, false)
        } else if isSeeking, isComplete {
            (page, isSeeking) = (here, false)
        }
    }

    /// New pages came: the page read lies about `pages` further along, or elsewhere.
    package mutating func carry(by pages: Int64, in replica: Replica) {
        guard let row = replica.row else { return }
        move(to: min(max(index + pages, row.lowerBound), row.upperBound))
        isSeeking = page != nil && replica.wrap != .unbounded
    }

    /// The page sought lies at `index`: it is the same page, so nothing glides.
    package mutating func found(at index: PageIndex) {
        move(to: index)
        isSeeking = false
    }

    private mutating func move(to index: PageIndex) {
        from = from + Distance(pages: index - self.index)
        self.index = index
    }
}
