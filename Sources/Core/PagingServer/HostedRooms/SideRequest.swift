package import PagingContent
package import PagingEngine

/// A request that a room's home answers beside the order of its events: it causes no event and no record.
package enum SideRequest: Hashable, Sendable {
    /// Pages outside the window; at most 32.
    case pages(from: PageIndex, count: Int)
    /// A file that pages refer to.
    case asset(AssetName)
    /// Keeps such a file; for presenters.
    case keep(Asset)

    /// Whether it brings so much that it cannot wait for a room that changes its server.
    var isLarge: Bool { if case .keep = self { true } else { false } }
}
