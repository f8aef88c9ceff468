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

/// Whether writes reach the disk.
///
/// `healthy` → `failing` when a commit fails or takes too long; `failing` → `healthy` when one succeeds.
package enum StoreHealth: Hashable, Sendable {
    case healthy
    case failing(StoreTrouble)
}

/// What keeps writes from the disk. The text is for people and names no file.
package enum StoreTrouble: Hashable, Sendable, CustomStringConvertible {
    case diskFull
    case readOnly
    /// The oldest write waits for so many milliseconds.
    case slow(milliseconds: Int64)
    /// Anything else, in the words of the database.
    case failed(String)

    package var description: String {
        switch self {
        case .diskFull: "the disk is full"
        case .readOnly: "the disk cannot be written"
        case .slow(let milliseconds): "the disk has not answered for \(milliseconds) ms"
        case .failed(let text): "the disk fails: \(text)"
        }
    }
}

/// What waits for the disk at this moment.
package struct StoreLag: Hashable, Sendable {
    /// Records, snapshots and removals.
    package var writes: Int
    package var bytes: Int
    /// Age of the oldest of them, in milliseconds; 0 when none waits.
    package var oldestMilliseconds: Int64

    package init(writes: Int, bytes: Int, oldestMilliseconds: Int64) {
        self.writes = writes
        self.bytes = bytes
        self.oldestMilliseconds = oldestMilliseconds
    }
}
