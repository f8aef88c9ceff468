public import PagingEngine
public import PagingRoom

/// The whole state of a room at the moment it is sent.
public struct Snapshot: Hashable, Sendable {
    public var epoch: Epoch
    public var now: Instant
    public var replica: Replica
    public var digest: Digest

    public init(epoch: Epoch, now: Instant, replica: Replica, digest: Digest) {
        self.epoch = epoch
        self.now = now
        self.replica = replica
        self.digest = digest
    }
}
