import PagingContent
import PagingEngine

/// Pages on their way into a room.
struct PendingPages: Sendable {
    /// The load they belong to.
    let request: Int64
    let pages: [Page]
    /// When they are there.
    let due: Instant
}
