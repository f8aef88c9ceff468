/// Event of a store, reported in order on its writer thread.
package enum StoreEvent: Hashable, Sendable {
    /// The writes are committed: they survive a crash and a power loss.
    case committed(StoreCommit)
    /// A commit failed; its writes are kept and retried. Reported once per kind of trouble, not per attempt.
    case failing(StoreTrouble)
    /// A retry has succeeded; its `committed` follows.
    case recovered
}

/// Group of writes that were committed together.
package struct StoreCommit: Hashable, Sendable {
    /// Every record up to and including this position is committed.
    package var position: JournalPosition
    /// Number of records, removals and revocations in the group.
    package var writes: Int
    /// Duration of the successful attempt in milliseconds.
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

/// Reason why writes do not reach the disk. The text is for people and names no file.
package enum StoreTrouble: Error, Hashable, Sendable, CustomStringConvertible {
    case diskFull
    case readOnly
    /// The oldest write has waited for this time.
    case slow(milliseconds: Int64)
    /// Any other error of a file, with the text of SQLite.
    case failed(String)
    /// The connection to the database is lost; the store connects again.
    case disconnected
    /// Any other error of the database, with its text.
    case database(String)
    /// Another server has taken over the store. This one never writes to it again.
    case fenced

    package var description: String {
        switch self {
        case .diskFull: "the disk is full"
        case .readOnly: "the disk cannot be written"
        case .slow(let milliseconds): "the disk has not answered for \(milliseconds) ms"
        case .failed(let text): "the disk fails: \(text)"
        case .disconnected: "the database cannot be reached"
        case .database(let text): "the database fails: \(text)"
        case .fenced: "another server has taken over the store; restart this one"
        }
    }
}

/// Amount of writes that wait for the disk.
package struct StoreLag: Hashable, Sendable {
    /// Number of records, removals and revocations.
    package var writes: Int
    package var bytes: Int
    /// Age of the oldest write in milliseconds; 0 when no write waits.
    package var oldestMilliseconds: Int64

    package init(writes: Int, bytes: Int, oldestMilliseconds: Int64) {
        self.writes = writes
        self.bytes = bytes
        self.oldestMilliseconds = oldestMilliseconds
    }
}
