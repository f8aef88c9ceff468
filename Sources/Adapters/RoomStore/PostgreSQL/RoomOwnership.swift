/// Rooms that a node owns in a database, with the numbers that its statements must name.
struct RoomOwnership {
    struct Room: Hashable {
        /// Number of this ownership; never used again.
        var epoch: Int64
        /// Number that an append must name; a new one with each journal connection.
        var fence: Int64
        /// Number of the last record that is known to be committed.
        var last: Int64
    }

    /// Identifier of the node.
    let node: Int64
    private var rooms: [String: Room] = [:]
    /// Room whose removal was sent, until its outcome is known.
    private var removing: String?

    init(node: Int64) {
        self.node = node
    }

    subscript(_ name: String) -> Room? { rooms[name] }

    var names: [String] { rooms.keys.sorted() }

    /// Number of the last committed record of a room; 0 without one.
    func last(_ name: String) -> Int64 { rooms[name]?.last ?? 0 }

    /// Notes that the records of a room are committed up to `last`.
    mutating func committed(_ name: String, upTo last: Int64) {
        let known = self.last(name)
        rooms[name]?.last = max(known, last)
    }

    /// Takes a room by the row that a statement has returned. The number of its last record is known after a read.
    mutating func own(_ row: RoomStatements.Row) {
        rooms[row.name] = Room(epoch: row.epoch, fence: row.fence, last: 0)
    }

    mutating func lose(_ name: String) { rooms[name] = nil }

    /// Claims all rooms that no other live node owns.
    ///
    /// - Throws: `locked` when another node owns a room, and `newerVersion` when a newer program has written one.
    mutating func claim(on connection: PostgresConnection, store: String) throws {
        let statements = RoomStatements(connection)
        let format = StoreDatabaseSchema.newestFormat
        let read = try statements.rooms()
        if let newer = read.first(where: { $0.format > format }) {
            throw RoomStoreError.newerVersion(path: store, found: Int(newer.format), known: Int(format))
        }
        // Without a cluster nobody has named an epoch that the row does not have.
        let claims = read.map { RoomStatements.Claim(name: $0.name, read: $0.epoch, known: 0) }
        let claimed = try statements.claim(claims, for: node, format: format, written: StoreDatabaseSchema.format)
        guard claimed.count == read.count else { throw RoomStoreError.locked(path: store) }
        rooms = Self.rooms(claimed)
        for (name, last) in try JournalStatements(connection).lastIndexes(of: names) { committed(name, upTo: last) }
    }

    /// Gives all own rooms new fences. Waits for statements of older connections that hold a room, and refuses those that
    /// come later.
    ///
    /// - Returns: the rows of all own rooms, and the rooms that belong to another node now, or to this one by a later claim.
    @discardableResult
    mutating func refence(
        on connection: PostgresConnection
    ) throws(PostgresError) -> (rows: [RoomStatements.Row], lost: [String]) {
        let rows = try RoomStatements(connection).refence(node)
        let found = Self.rooms(rows)
        let lost = rooms.filter { found[$0.key]?.epoch != $0.value.epoch && $0.key != removing }.keys.sorted()
        removing = nil
        // A room that was not known is one whose creation was sent.
        rooms = found.reduce(into: [:]) { rooms, found in
            let isKnown = self.rooms[found.key]?.epoch == found.value.epoch
            rooms[found.key] = Room(
                epoch: found.value.epoch, fence: found.value.fence, last: isKnown ? last(found.key) : 0)
        }
        return (rows, lost)
    }

    /// Creates rooms that are not known yet.
    ///
    /// - Throws: `fenced` when another node has one of that name.
    mutating func create(_ names: [String], on connection: PostgresConnection) throws {
        guard !names.isEmpty else { return }
        // The server limits its rooms itself, before it has something to append.
        let created = try RoomStatements(connection).create(
            names.map { RoomStatements.NewRoom(name: $0, known: 0) }, for: node, format: StoreDatabaseSchema.format,
            limit: .max)
        rooms.merge(Self.rooms(created)) { _, new in new }
        // A creation whose connection was lost may have taken effect meanwhile.
        let lost = names.contains { rooms[$0] == nil } ? try refence(on: connection).lost : []
        guard lost.isEmpty, names.allSatisfy({ rooms[$0] != nil }) else { throw StoreTrouble.fenced }
    }

    /// Removes a room with its journal; false when it is fenced.
    mutating func remove(_ name: String, on connection: PostgresConnection) throws(PostgresError) -> Bool {
        guard let room = rooms[name] else { return true }
        removing = name
        let isRemoved = try RoomStatements(connection).remove(name, fence: room.fence)
        removing = nil
        if isRemoved { rooms[name] = nil }
        return isRemoved
    }

    private static func rooms(_ rows: [RoomStatements.Row]) -> [String: Room] {
        rows.reduce(into: [:]) { $0[$1.name] = Room(epoch: $1.epoch, fence: $1.fence, last: 0) }
    }
}
