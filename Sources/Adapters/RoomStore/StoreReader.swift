/// A store as it was when the reader was opened, whether a server uses it or not. Changes nothing.
package protocol StoreReader: Sendable {
    /// The kind of store: "file" or "database".
    var kind: String { get }

    /// Damage of the store itself; empty for a sound one. Damage within a record is not seen here.
    func findings() -> [String]

    /// Sizes and times of all rooms, sorted by name.
    func rooms() throws(RoomStoreError) -> [StoredRoomSize]

    /// The snapshot and the records of a room; nil without any.
    func room(named name: String) throws(RoomStoreError) -> StoredRoom?

    /// The revoked tokens, sorted by identifier; none in a store that an older program has written.
    func revokedTokens() throws(RoomStoreError) -> [RevokedToken]
}

/// Size of a room in a store, and the time of its last change.
package struct StoredRoomSize: Hashable, Sendable {
    package let name: String
    /// Number of records, the snapshot included.
    package private(set) var records = 0
    /// Bytes of the records.
    package private(set) var bytes = 0
    /// Position of the last record.
    package private(set) var position = JournalPosition.start
    /// Second of the last change since 1970; nil where an older program has written it.
    package private(set) var changed: Int64?

    init(name: String) {
        self.name = name
    }

    mutating func add(records: Int, bytes: Int, position: JournalPosition, at second: Int64) {
        self.records += records
        self.bytes += bytes
        guard position >= self.position else { return }
        self.position = position
        changed = second > 0 ? second : nil
    }
}
