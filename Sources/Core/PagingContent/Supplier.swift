package import PagingEngine

/// Where a room's pages come from.
package enum Supplier: Hashable, Sendable {
    /// …, −1, 0, 1, … without end.
    case numbers
    /// Animals without end, each chosen from the seed and its page, so that going back shows the same one.
    case animals(seed: UInt64)
    /// A list, such as a deck.
    case listed([Page])
    /// A list that takes so long to arrive; until then there are no pages.
    case delayed([Page], milliseconds: Int64)
}

extension Supplier {
    /// The order of the supplier's pages.
    ///
    /// Numbers and animals are always unbounded. A list goes round when `wrap` asks for a loop and is finite
    /// otherwise, since it has no pages beyond its ends; one that has not arrived is empty. The ids of a list must
    /// differ, as those of a `Deck` do.
    package func order(wrap: PageOrder.Wrap) -> PageOrder {
        switch self {
        case .numbers, .animals: return .unbounded
        case .listed(let pages): return Supplier.order(of: pages, wrap: wrap)
        case .delayed: return Supplier.order(of: [], wrap: wrap)
        }
    }

    private static func order(of pages: [Page], wrap: PageOrder.Wrap) -> PageOrder {
        guard let order = PageOrder(pages.map(\.id), loops: wrap == .loop) else {
            preconditionFailure("A list of pages has each page id once.")
        }
        return order
    }

    /// The page at `index`, or nil where `order` has none or names another page than this supplier has there.
    package func page(at index: PageIndex, in order: PageOrder) -> Page? {
        guard order.contains(index), let id = order.id(of: index) else { return nil }
        switch self {
        case .numbers:
            guard order.wrap == .unbounded else { return nil }
            return Page(id: id, title: String(index.value), body: NumberArt.text(of: index.value))
        case .animals(let seed):
            guard order.wrap == .unbounded else { return nil }
            let animal = Animal.at(index, seed: seed)
            return Page(id: id, title: animal.name, body: "Peek-a-boo!\n\n" + animal.drawing)
        case .listed(let pages):
            guard let item = order.item(of: index), pages.indices.contains(item), pages[item].id == id else {
                return nil
            }
            return pages[item]
        case .delayed:
            return nil
        }
    }
}
