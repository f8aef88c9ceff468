import PagingEngine
import Support

/// Connections whose newest drag sample waits for their token bucket.
///
/// Of the samples in one message only the last counts, and a sample that finds the bucket empty waits for it unless a
/// newer one comes first. A client that sends too many samples is slow, but never left behind.
struct SampleQueue: Sendable {
    private(set) var peers: Set<PeerID> = []
    private(set) var dueAt: Instant?
    private let waitMilliseconds: Int64

    init(objectsPerSecond: Int) {
        waitMilliseconds = TokenBucket.waitMilliseconds(ratePerSecond: objectsPerSecond)
    }

    mutating func insert(_ peer: PeerID, at now: Instant) {
        peers.insert(peer)
        if dueAt == nil { dueAt = now.advanced(byMilliseconds: waitMilliseconds) }
    }

    /// Takes the connections to try again, in their order; nil while it is too early.
    mutating func takeDue(at now: Instant) -> [PeerID]? {
        guard let dueAt, dueAt <= now else { return nil }
        defer {
            peers = []
            self.dueAt = nil
        }
        return peers.sorted()
    }
}
