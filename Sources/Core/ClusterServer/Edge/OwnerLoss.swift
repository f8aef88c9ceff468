import Metrics
import PagingEngine

/// The loss of a room's owner, as a node with members of the room has noticed it. It ends with the next owner's snapshot.
struct OwnerLoss: Hashable, Sendable {
    let since: Instant
    /// Whether the owner has given the room to another node.
    let isHandOver: Bool

    /// Records the time that it took.
    func end(at now: Instant, in metrics: inout ClusterMetrics) {
        let microseconds = now.milliseconds(since: since) * 1_000
        if isHandOver {
            metrics.handOvers.record(microseconds: microseconds)
        } else {
            metrics.failovers.record(microseconds: microseconds)
        }
    }
}
