package import PagingEngine
package import PagingRoom

/// The pages a member has seen, beyond the window it is told of.
///
/// A pager can be on its way to a page outside its window: a step in a room whose window is one page, a jump, a page
/// caught in flight and dragged on. What is remembered or asked for is drawn there in place of an empty frame.
package struct SeenPages: Hashable, Sendable {
    /// More are not kept: as many as one look at a narrow page could show, several times over.
    package static let limit = 64

    private var revision: Int64?
    private var known: [PageIndex: WindowPage] = [:]
    /// Asked for already, so that every page is asked for once on the way to it.
    private var asked: PageIndex?

    package init() {}

    /// The remembered pages, in no order.
    package var pages: [WindowPage] { Array(known.values) }

    /// Forgets everything, for a room that may be another one.
    package mutating func clear() { self = SeenPages() }

    /// Remembers what the window shows; pages of an older content are forgotten.
    package mutating func note(_ replica: Replica) {
        if revision != replica.revision {
            clear()
            revision = replica.revision
        }
        note(replica.window)
        if replica.isAtRest { asked = nil }
        guard known.count > SeenPages.limit else { return }
        let nearest = known.keys.sorted { abs($0 - replica.target) < abs($1 - replica.target) }
        for page in nearest.dropFirst(SeenPages.limit / 2) { known[page] = nil }
    }

    /// Remembers pages that came by themselves.
    package mutating func note(_ pages: [WindowPage]) {
        for page in pages { known[page.index] = page }
    }

    /// The first of the three pages around the one the pager moves to, when one of them that can come into view is
    /// not known and has not been wanted before.
    package mutating func wanted(_ replica: Replica) -> PageIndex? {
        guard let row = replica.row, !replica.isAtRest, asked != replica.target else { return nil }
        var needed = [replica.target]
        if case .dragging = replica.phase { needed += [replica.target - 1, replica.target + 1] }
        guard needed.contains(where: { row.contains($0) && known[$0] == nil }) else { return nil }
        asked = replica.target
        return max(replica.target - 1, row.lowerBound)
    }
}
