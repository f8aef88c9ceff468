/// A room as read from the store.
package struct StoredRoom: Hashable, Sendable {
    package var name: String
    /// Newest record that is not only a change, if one was written.
    package var snapshot: StoredRecord?
    /// Journal after the snapshot, in the order of the writes.
    package var records: [StoredRecord]
    /// Position of the first record that is not there although later ones are; nil in a file, which does not number the
    /// records of a room.
    package var missing: JournalPosition?

    package init(
        name: String, snapshot: StoredRecord?, records: [StoredRecord], missing: JournalPosition? = nil
    ) {
        self.name = name
        self.snapshot = snapshot
        self.records = records
        self.missing = missing
    }
}

/// Bytes and their position.
package struct StoredRecord: Hashable, Sendable {
    package var position: JournalPosition
    package var bytes: [UInt8]

    package init(position: JournalPosition, bytes: [UInt8]) {
        self.position = position
        self.bytes = bytes
    }
}

/// How a record relates to those before it.
package enum RecordForm: Hashable, Sendable {
    /// A change of the state that the records before it give.
    case change
    /// A change, together with the whole state after it. It replaces the records before it.
    case whole
    /// The sum of the records before it, which it replaces. The room has not changed.
    case sum
}

/// Position of a record in the journal of a store.
///
/// The positions that `RoomStore.append` returns increase over all rooms, so one comparison tells whether a record is
/// committed. A SQLite file keeps them, and never uses one again, not even after a restart or for a removed room. In a
/// PostgreSQL database a stored record has its number in its room instead.
package struct JournalPosition: Hashable, Sendable, Comparable {
    /// 1 for the first record.
    package var number: Int64

    package init(_ number: Int64) {
        self.number = number
    }

    /// Position before every record.
    package static let start = JournalPosition(0)

    package static func < (left: JournalPosition, right: JournalPosition) -> Bool {
        left.number < right.number
    }
}
