/// Event of the store of a node of a cluster, on one of its threads.
package enum ClusterStoreEvent: Hashable, Sendable {
    /// The records are committed: they survive a crash and a power loss.
    case committed([CommittedRecords])
    /// The room has another owner, or another ownership of this node has begun; nothing of this one is appended from now on.
    /// A later ownership of this node is not meant.
    case fenced(room: String, epoch: Int64)
    /// The journal connection is lost while records were sent: the rooms need new fences.
    case journalLost
    /// Commits or statements fail, or work again. Two threads report it: read `ClusterStore.health` where order matters.
    case healthChanged(StoreHealth)
}

/// Records of one room that are committed.
package struct CommittedRecords: Hashable, Sendable {
    package var room: String
    /// Number of the ownership in which they were made.
    package var epoch: Int64
    /// Number of the newest, as the caller gave it; all before it are committed, too.
    package var number: Int64

    package init(room: String, epoch: Int64, number: Int64) {
        self.room = room
        self.epoch = epoch
        self.number = number
    }
}
