/// Which pages there are and how they follow each other.
///
/// An unbounded order has a page at every index and names it by its number; a listed order has the given
/// names, either once (`finite`) or lap after lap (`loop`).
public struct PageOrder: Hashable, Sendable {
    /// How the row goes on beyond its ends.
    public enum Wrap: String, Hashable, Sendable, CaseIterable {
        /// A page at every index.
        case unbounded
        /// The listed pages over and over.
        case loop
        /// The listed pages once.
        case finite
    }

    public let wrap: Wrap
    /// The listed names in order; empty when unbounded.
    public let ids: [PageID]

    /// The endless row.
    public static let unbounded = PageOrder(wrap: .unbounded, ids: [])

    private init(wrap: Wrap, ids: [PageID]) {
        self.wrap = wrap
        self.ids = ids
    }

    /// A listed row, or nil when a name occurs twice.
    public init?(_ ids: [PageID], loops: Bool) {
        guard Set(ids).count == ids.count else { return nil }
        self.init(wrap: loops ? .loop : .finite, ids: ids)
    }

    /// Listed pages; 0 when unbounded.
    public var count: Int { ids.count }

    /// Whether there is no page at all.
    public var isEmpty: Bool { wrap != .unbounded && ids.isEmpty }

    /// The place in the list that `page` shows: the page itself when finite, floored modulo in a loop, nil when
    /// unbounded or beyond an end.
    public func item(of page: PageIndex) -> Int? {
        switch wrap {
        case .unbounded: nil
        case .finite: page.value >= 0 && page.value < Int64(ids.count) ? Int(page.value) : nil
        case .loop: ids.isEmpty ? nil : Int(PageOrder.flooredModulo(page.value, Int64(ids.count)))
        }
    }

    /// The name of `page`, or nil beyond an end.
    public func id(of page: PageIndex) -> PageID? {
        if wrap == .unbounded { return page.isWithinBound ? PageID(String(page.value)) : nil }
        return item(of: page).map { ids[$0] }
    }

    /// Whether there is a page at this index.
    public func contains(_ page: PageIndex) -> Bool {
        page.isWithinBound && (wrap == .unbounded || item(of: page) != nil)
    }

    static func flooredModulo(_ value: Int64, _ modulus: Int64) -> Int64 {
        let rest = value % modulus
        return rest < 0 ? rest + modulus : rest
    }
}

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

/// A loop laid out as a row of slots with two pages repeated at each end: n−1, n, 1 … n, 1, 2.
///
/// So both neighbours of every page are there to be drawn, and the row can jump back to the middle unseen.
public struct PaddedLoop: Hashable, Sendable {
    /// Slots before the first page proper.
    public static let padding = 2

    /// Pages of the loop.
    public let count: Int

    /// Nil without pages.
    public init?(count: Int) {
        guard count > 0, count < Int(PageIndex.bound) else { return nil }
        self.count = count
    }

    /// Slots of the row.
    public var slots: Int { count + 2 * PaddedLoop.padding }

    /// The page, counted from 0, that slot `slot` shows; beyond the row as if it went on.
    public func item(slot: Int) -> Int {
        let padding = PaddedLoop.padding % count
        let rest = (slot % count) - padding
        return (rest % count + count) % count
    }

    /// The slot proper that shows the same as slot `slot`: where the row jumps to, unseen, once it rests.
    public func normalized(slot: Int) -> Int { PaddedLoop.padding + item(slot: slot) }
}
