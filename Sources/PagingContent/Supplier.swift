public import PagingEngine

/// Where a room's pages come from.
public enum Supplier: Hashable, Sendable {
    /// …, −1, 0, 1, … without end.
    case numbers
    /// A list, such as a deck.
    case listed([Page])
}

extension Supplier {
    /// The order of the supplier's pages.
    ///
    /// Numbers are always unbounded. A list goes round when `wrap` asks for a loop and is finite otherwise, since it
    /// has no pages beyond its ends. The ids of a list must differ, as those of a `Deck` do.
    public func order(wrap: PageOrder.Wrap) -> PageOrder {
        switch self {
        case .numbers: return .unbounded
        case .listed(let pages):
            guard let order = PageOrder(pages.map(\.id), loops: wrap == .loop) else {
                preconditionFailure("A list of pages has each page id once.")
            }
            return order
        }
    }

    /// The page at `index`, or nil where `order` has none or names another page than this supplier has there.
    public func page(at index: PageIndex, in order: PageOrder) -> Page? {
        guard order.contains(index), let id = order.id(of: index) else { return nil }
        switch self {
        case .numbers:
            guard order.wrap == .unbounded else { return nil }
            return Page(id: id, title: String(index.value), body: NumberArt.text(of: index.value))
        case .listed(let pages):
            guard let item = order.item(of: index), pages.indices.contains(item), pages[item].id == id else {
                return nil
            }
            return pages[item]
        }
    }
}
