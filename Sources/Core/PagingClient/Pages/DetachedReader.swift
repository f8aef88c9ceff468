package import PagingEngine
package import PagingRoom

/// The local position of a member that has left the others and reads on alone.
///
/// Every page is shown with all its steps. To rejoin the others, drop this value.
package struct DetachedReader: Hashable, Sendable {
    /// Duration of a turn from one page to the next.
    package static let glideMilliseconds: Int64 = 150

    /// The page being read.
    package private(set) var index: PageIndex
    /// Its id, once it is known; among new pages it identifies the page again.
    package private(set) var page: PageID?
    /// Whether new pages have come and the page may now have another index.
    package private(set) var isSeeking = false
    private var from: Position
    private var start: Instant

    /// Begins at the drawn `position` and goes to `index`.
    package init(at index: PageIndex, from position: Position, now: Instant) {
        self.index = index
        from = position
        start = now
    }

    /// Goes to another page.
    package mutating func turn(to index: PageIndex, at now: Instant) {
        guard index != self.index else { return }
        from = position(at: now)
        start = now
        self.index = index
        page = nil
        isSeeking = false
    }

    /// The drawn position at `now`.
    package func position(at now: Instant) -> Position {
        let end = Position(page: index)
        let left =
            DetachedReader.glideMilliseconds
            - min(max(now.milliseconds(since: start), 0), DetachedReader.glideMilliseconds)
        // Pages between two that are far apart are skipped: the animation covers at most one page.
        let way = min(max((from - end).units, -Position.unitsPerPage), Position.unitsPerPage)
        return end + Distance(units: way * left / DetachedReader.glideMilliseconds)
    }

    /// Whether the window moves at `now`.
    package func isMoving(at now: Instant) -> Bool { position(at: now) != Position(page: index) }

    /// Finds the page among those of `cache`: by its index, or by its id after new pages have come. Only when all of
    /// them are known and none has the id, the page at its index takes its place.
    package mutating func update(from cache: PageCache, replica: Replica, role: Role) {
        let isComplete = !cache.isFetching && cache.nextFetch(.all(index), replica: replica, role: role) == nil
        note(cache.neighbours(of: index, in: replica), isComplete: isComplete)
        guard isSeeking, let page, let item = cache.item(of: page) else { return }
        guard replica.wrap == .loop, let here = replica.rowPlace(of: index) else {
            return found(at: PageIndex(Int64(item)))
        }
        found(at: index + (Int64(item) - here))
    }

    mutating func note(_ pages: [WindowPage], isComplete: Bool) {
        guard let here = pages.first(where: { $0.index == index })?.page.id else { return }
        if page == nil || page == here || (isSeeking && isComplete) { (page, isSeeking) = (here, false) }
    }

    /// Follows new pages: the page lies about `pages` further along, or elsewhere.
    package mutating func carry(by pages: Int64, in replica: Replica) {
        guard let row = replica.row else { return }
        move(to: min(max(index + pages, row.lowerBound), row.upperBound))
        isSeeking = page != nil && replica.wrap != .unbounded
    }

    /// The page now lies at `index`. It is the same page, so nothing moves on the screen.
    mutating func found(at index: PageIndex) {
        move(to: index)
        isSeeking = false
    }

    private mutating func move(to index: PageIndex) {
        from = from + Distance(pages: index - self.index)
        self.index = index
    }
}
