/// What a store tells, in order, on its writer thread.
package enum StoreEvent: Hashable, Sendable {
    /// These writes survive a crash and a power loss from now on.
    case committed(StoreCommit)
    /// A commit failed; its writes are kept and tried again. Told once per kind of trouble, not per attempt.
    case failing(StoreTrouble)
    /// The commit that failed has succeeded; the `committed` that says so follows.
    case recovered
}

/// One group of writes that reached the disk together.
package struct StoreCommit: Hashable, Sendable {
    /// Every record up to and including this one is safe.
    package var position: JournalPosition
    /// Records, snapshots and removals in the group.
    package var writes: Int
    /// Time from the start of the successful attempt to its end, in milliseconds.
    package var milliseconds: Int64

    package init(position: JournalPosition, writes: Int, milliseconds: Int64) {
        self.position = position
        self.writes = writes
        self.milliseconds = milliseconds
    }
}
