import PagingRoom
import PagingWire

/// Decides when the client reports to the room which picture it shows: once for each event at which it comes to rest.
struct RenderReport: Sendable {
    /// Whether the picture may have changed since the last report.
    private(set) var hasChanges = false
    private struct Reported: Hashable {
        let sequence: Sequence
        let isCut: Bool
    }

    private var lastReported: Reported?
    /// Whether the window is too small for the whole page.
    private var isCut = false

    /// A connection or an epoch has begun: its room knows nothing yet.
    mutating func restart() { (hasChanges, lastReported) = (true, nil) }

    mutating func pictureChanged() { hasChanges = true }

    mutating func setCut(_ isCut: Bool) {
        guard isCut != self.isCut else { return }
        (self.isCut, hasChanges) = (isCut, true)
    }

    /// The report on a replica at rest; nil when there is nothing new. `isEnabled` false drops it.
    mutating func next(_ replica: Replica, isEnabled: Bool) -> ClientMessage? {
        guard hasChanges, replica.isAtRest else { return nil }
        hasChanges = false
        let reported = Reported(sequence: replica.sequence, isCut: isCut)
        guard isEnabled, lastReported != reported else { return nil }
        lastReported = reported
        return .drawn(replica.sequence, replica.digest, isCut: isCut)
    }
}
