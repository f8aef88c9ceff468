/// A room as a store remembers it.
package struct StoredRoom: Hashable, Sendable {
    package var name: String
    /// The newest snapshot, if one was written.
    package var snapshot: StoredRecord?
    /// The journal after the snapshot, in the order it was written.
    package var records: [StoredRecord]

    package init(name: String, snapshot: StoredRecord?, records: [StoredRecord]) {
        self.name = name
        self.snapshot = snapshot
        self.records = records
    }
}

/// Bytes and their position; of a snapshot, the position of the last record it includes.
package struct StoredRecord: Hashable, Sendable {
    package var position: JournalPosition
    package var bytes: [UInt8]

    package init(position: JournalPosition, bytes: [UInt8]) {
        self.position = position
        self.bytes = bytes
    }
}
