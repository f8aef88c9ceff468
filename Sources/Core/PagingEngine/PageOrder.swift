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
