package import PagingEngine
package import PagingRoom

/// The whole state of a room at the moment it is sent.
package struct Snapshot: Hashable, Sendable {
    package var epoch: Epoch
    package var now: Instant
    package var replica: Replica
    package var digest: Digest

    package init(epoch: Epoch, now: Instant, replica: Replica, digest: Digest) {
        self.epoch = epoch
        self.now = now
        self.replica = replica
        self.digest = digest
    }
}
