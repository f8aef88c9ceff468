import PagingRoom
import PagingWire

/// Decides when the client reports to the room which picture it shows: once for each event at which it comes to rest.
struct RenderReport: Sendable {
    /// Whether the picture may have changed since the last report.
    private(set) var hasChanges = false
    private var lastReported: Sequence?

    /// A connection has begun: its room knows nothing yet.
    mutating func restart() { (hasChanges, lastReported) = (true, nil) }

    mutating func pictureChanged() { hasChanges = true }

    /// The report on a replica at rest; nil when there is nothing new. `isEnabled` false drops it.
    mutating func next(_ replica: Replica, isEnabled: Bool) -> ClientMessage? {
        guard hasChanges, replica.isAtRest else { return nil }
        hasChanges = false
        guard isEnabled, lastReported != replica.sequence else { return nil }
        lastReported = replica.sequence
        return .drawn(replica.sequence, replica.digest)
    }
}
