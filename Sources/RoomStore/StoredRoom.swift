/// A room as a store remembers it.
public struct StoredRoom: Hashable, Sendable {
    public var name: String
    /// The newest snapshot, if one was written.
    public var snapshot: StoredRecord?
    /// The journal after the snapshot, in the order it was written.
    public var records: [StoredRecord]

    public init(name: String, snapshot: StoredRecord?, records: [StoredRecord]) {
        self.name = name
        self.snapshot = snapshot
        self.records = records
    }
}

/// Bytes and their position; of a snapshot, the position of the last record it includes.
public struct StoredRecord: Hashable, Sendable {
    public var position: JournalPosition
    public var bytes: [UInt8]

    public init(position: JournalPosition, bytes: [UInt8]) {
        self.position = position
        self.bytes = bytes
    }
}
