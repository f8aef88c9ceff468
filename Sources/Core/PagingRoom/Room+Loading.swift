import PagingContent
import PagingEngine

extension Room {
    /// Sends for pages that take their time, once, when somebody is there to see them.
    mutating func beginLoad(into effects: inout [RoomEffect]) {
        guard delivery == nil, case .delayed(let pages, let milliseconds) = supplier else { return }
        loadsBegun += 1
        let due = pager.now.advanced(byMilliseconds: max(0, milliseconds))
        delivery = PendingPages(request: loadsBegun, pages: pages, due: due)
        apply(.loadBegan(request: loadsBegun), by: nil, at: pager.now, into: &effects)
    }

    /// Takes in pages that are there by `now`, each at its own time, so that it does not matter who looks when.
    mutating func takeDelivery(by now: Instant, into effects: inout [RoomEffect]) {
        guard let delivery, delivery.due <= now else { return }
        guard let order = PageOrder(delivery.pages.map(\.id), loops: loops) else {
            preconditionFailure("A list of pages has each page id once.")
        }
        let input = Input.content(revision: pager.revision, order)
        apply(input, by: nil, at: delivery.due, supplier: .listed(delivery.pages), into: &effects)
        forgetDelivery(into: &effects)
    }

    /// The load is over: its pages are there, or newer ones have come first, and what still arrives means nothing.
    mutating func forgetDelivery(into effects: inout [RoomEffect]) {
        guard let delivery else { return }
        self.delivery = nil
        apply(.loadEnded(request: delivery.request), by: nil, at: pager.now, into: &effects)
    }
}
