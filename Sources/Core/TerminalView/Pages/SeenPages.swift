package import PagingEngine
package import PagingRoom

/// The pages that a member has seen, also outside the room's window.
///
/// A pager can move to a page outside its window: by a step in a room whose window is one page, by a jump, or by a drag
/// during an animation. Pages seen or fetched are drawn there in place of an empty frame.
package struct SeenPages: Hashable, Sendable {
    /// Number of pages kept: several times as many as a window of narrow pages shows.
    package static let limit = 64

    private var revision: Int64?
    private var known: [PageIndex: WindowPage] = [:]
    /// The target whose pages were requested; each is requested once on the way.
    private var requestedTarget: PageIndex?

    package init() {}

    /// The known pages, in no order.
    package var pages: [WindowPage] { Array(known.values) }

    /// Forgets everything, when the room may be another one.
    package mutating func clear() { self = SeenPages() }

    /// Adds the pages of the window; forgets those of an older content.
    package mutating func note(_ replica: Replica) {
        if revision != replica.revision {
            clear()
            revision = replica.revision
        }
        note(replica.window)
        if replica.isAtRest { requestedTarget = nil }
        guard known.count > SeenPages.limit else { return }
        let nearest = known.keys.sorted { abs($0 - replica.target) < abs($1 - replica.target) }
        for page in nearest.dropFirst(SeenPages.limit / 2) { known[page] = nil }
    }

    /// Adds fetched pages.
    package mutating func note(_ pages: [WindowPage]) {
        for page in pages { known[page.index] = page }
    }

    /// The first of the three pages around the target, when one of them can come into view, is not known and was not
    /// requested before.
    package mutating func wanted(_ replica: Replica) -> PageIndex? {
        guard let row = replica.row, !replica.isAtRest, requestedTarget != replica.target else { return nil }
        var needed = [replica.target]
        if case .dragging = replica.phase { needed += [replica.target - 1, replica.target + 1] }
        guard needed.contains(where: { row.contains($0) && known[$0] == nil }) else { return nil }
        requestedTarget = replica.target
        return max(replica.target - 1, row.lowerBound)
    }
}
