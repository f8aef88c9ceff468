/// The pages of a row and their order.
///
/// An unbounded order has a page at every index, named by its number; a listed order has the given names, either once
/// (`finite`) or repeated in both directions (`loop`).
public struct PageOrder: Hashable, Sendable {
    /// The way a row continues beyond its ends.
    public enum Wrap: String, Hashable, Sendable, CaseIterable {
        /// A page at every index.
        case unbounded
        /// The listed pages repeated without end.
        case loop
        /// The listed pages once.
        case finite
    }

    /// The way the row continues beyond its ends.
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

    /// Number of listed pages; 0 when unbounded.
    public var count: Int { ids.count }

    /// Whether there is no page at all.
    public var isEmpty: Bool { wrap != .unbounded && ids.isEmpty }

    /// The index in the list, from 0, that `page` shows: the page's number when finite, floored modulo in a loop, nil
    /// when unbounded or beyond an end.
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
    /// The first page: the start of the list, or of the range of positions.
    var firstPage: PageIndex { wrap == .finite ? PageIndex(0) : PageIndex(1 - PageIndex.bound) }

    /// The last page; meaningless for an empty order.
    var lastPage: PageIndex { PageIndex(wrap == .finite ? Int64(ids.count) - 1 : PageIndex.bound - 1) }

    /// The existing page nearest to `page`.
    func nearest(to page: PageIndex) -> PageIndex { min(max(page, firstPage), lastPage) }

    /// The order under `configuration`: a loop with too few pages becomes finite.
    func adapted(to configuration: Configuration) -> PageOrder {
        guard wrap == .loop, count < configuration.loopMinimum else { return self }
        return PageOrder(ids, loops: false) ?? self
    }

    /// Distance of `place` beyond the first or last page; 0 between them, never negative.
    func overscroll(of place: Position) -> Distance {
        max(.zero, max(Position(page: firstPage) - place, place - Position(page: lastPage)))
    }

    /// `place` limited to the row.
    func onRow(_ place: Position) -> Position {
        min(max(place, Position(page: firstPage)), Position(page: lastPage))
    }

    /// Distances that a movement from `place` to `end` may swing beyond both: up to `overscroll` beyond the row.
    func room(from place: Position, to end: Position, overscroll: Distance) -> (back: Distance, forward: Distance) {
        (
            back: min(place, end) - Position(page: firstPage) + overscroll,
            forward: Position(page: lastPage) - max(place, end) + overscroll
        )
    }
}

/// A loop laid out as a row of slots with two pages repeated at each end: n−1, n, 1 … n, 1, 2.
///
/// Both neighbours of every page can be drawn, and the row can return to the middle without a visible jump.
public struct PaddedLoop: Hashable, Sendable {
    /// Number of slots before the first page itself.
    public static let padding = 2

    /// Number of pages in the loop.
    public let count: Int

    /// A loop of `count` pages; nil unless `count` is positive.
    public init?(count: Int) {
        guard count > 0, count < Int(PageIndex.bound) else { return nil }
        self.count = count
    }

    /// Number of slots.
    public var slots: Int { count + 2 * PaddedLoop.padding }

    /// The page, from 0, that slot `slot` shows; slots beyond the row continue the loop.
    public func item(slot: Int) -> Int {
        let padding = PaddedLoop.padding % count
        let rest = (slot % count) - padding
        return (rest % count + count) % count
    }

    /// The slot of the page itself that shows the same as slot `slot`: the one to jump to at rest.
    public func normalized(slot: Int) -> Int { PaddedLoop.padding + item(slot: slot) }
}
