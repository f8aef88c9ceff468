/// A room as read from the store.
package struct StoredRoom: Hashable, Sendable {
    package var name: String
    /// Newest snapshot, if one was written.
    package var snapshot: StoredRecord?
    /// Journal after the snapshot, in the order of the writes.
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

/// Position of a record in the journal of a store.
///
/// Positions increase by at least one per record over all rooms and are never reused, not even after a restart or for
/// a removed room. One comparison therefore tells whether a record is committed.
package struct JournalPosition: Hashable, Sendable, Comparable {
    /// 1 for the first record of a store.
    package var number: Int64

    package init(_ number: Int64) {
        self.number = number
    }

    /// Position before every record: that of a snapshot of a room without records.
    package static let start = JournalPosition(0)

    package static func < (left: JournalPosition, right: JournalPosition) -> Bool {
        left.number < right.number
    }
}
