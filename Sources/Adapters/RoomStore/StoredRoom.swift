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

/// The place of a record in the journal of a whole store.
///
/// Positions rise by at least one per record, over all rooms, and are never used again, not even after a restart or
/// for a room that was removed. So "safe up to here" is one comparison.
package struct JournalPosition: Hashable, Sendable, Comparable {
    /// 1 for the first record of a store.
    package var number: Int64

    package init(_ number: Int64) {
        self.number = number
    }

    /// Before every record: the position of a snapshot of a room that has none.
    package static let start = JournalPosition(0)

    package static func < (left: JournalPosition, right: JournalPosition) -> Bool {
        left.number < right.number
    }
}
