package import PagingEngine
package import PagingRoom
import PagingWire

extension ClientCore {
    /// Asks for pages outside the window, answered by `ClientEffect.pages`; nil when not in the room.
    ///
    /// - Parameter count: between 1 and `Limits.requestedPages`.
    @discardableResult
    package mutating func pages(
        from first: PageIndex, count: Int, into effects: inout [ClientEffect]
    ) -> RequestID? {
        guard stage == .following else { return nil }
        precondition((1...Limits.requestedPages).contains(count), "The wire carries so many pages, and at least one.")
        let id = nextID()
        effects.append(.send(.pages(id, from: first, count: count)))
        return id
    }
}
