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
    private let node: Int64
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

    /// Claims all rooms that no other live node owns.
    ///
    /// - Throws: `locked` when another node owns a room, and `newerVersion` when a newer program has written one.
    mutating func claim(on connection: PostgresConnection, store: String) throws {
        let found = try connection.execute("SELECT name, epoch, format FROM room ORDER BY name")
        var read: [(name: String, epoch: Int64)] = []
        for row in 0..<found.count {
            guard let name = found.text(row, 0), let epoch = found.int8(row, 1), let format = found.int4(row, 2) else {
                continue
            }
            guard format <= StoreDatabaseSchema.format else {
                throw RoomStoreError.newerVersion(
                    path: store, found: Int(format), known: Int(StoreDatabaseSchema.format))
            }
            read.append((name, epoch))
        }
        let claimed = Self.rooms(
            try connection.execute(
                """
                WITH w AS (SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[]) w(name, read, known)),
                l AS MATERIALIZED (SELECT room.name, greatest(w.known + 1, room.epoch + 1, nextval('number')) e,
                    nextval('number') f
                    FROM w JOIN room USING (name) WHERE room.epoch = w.read AND room.format <= $5
                    AND (room.owner IS NULL OR room.owner = $4
                        OR NOT EXISTS (SELECT FROM node WHERE node.id = room.owner))
                    ORDER BY room.name FOR UPDATE OF room)
                UPDATE room SET owner = $4, epoch = l.e, fence = l.f, format = greatest(format, $6)
                    FROM l WHERE room.name = l.name RETURNING room.name, room.epoch, room.fence
                """,
                [
                    .texts(read.map(\.name)), .int8s(read.map(\.epoch)), .int8s(read.map { _ in 0 }), .int8(node),
                    .int4(StoreDatabaseSchema.format), .int4(StoreDatabaseSchema.format),
                ]))
        guard claimed.count == read.count else { throw RoomStoreError.locked(path: store) }
        rooms = claimed
        let lasts = try connection.execute(
            """
            SELECT room.name, (SELECT max(index) FROM journal WHERE journal.room = room.name) FROM room
            WHERE room.owner = $1
            """,
            [.int8(node)])
        for row in 0..<lasts.count {
            if let name = lasts.text(row, 0), let last = lasts.int8(row, 1) { committed(name, upTo: last) }
        }
    }

    /// Gives all own rooms new fences. Waits for statements of older connections that hold a room, and refuses those that
    /// come later.
    ///
    /// - Throws: `fenced` when a room belongs to another node now.
    mutating func refence(on connection: PostgresConnection) throws {
        let found = Self.rooms(
            try connection.execute(
                """
                WITH l AS MATERIALIZED (SELECT name, nextval('number') f
                    FROM (SELECT name FROM room WHERE owner = $1 ORDER BY name FOR UPDATE) x)
                UPDATE room SET fence = l.f FROM l WHERE room.name = l.name
                    RETURNING room.name, room.epoch, room.fence
                """,
                [.int8(node)]))
        for (name, room) in rooms where found[name]?.epoch != room.epoch {
            guard name == removing else { throw StoreTrouble.fenced }
        }
        removing = nil
        // A room that was not known is one whose creation was sent.
        rooms = found.reduce(into: [:]) { rooms, found in
            rooms[found.key] = Room(epoch: found.value.epoch, fence: found.value.fence, last: last(found.key))
        }
    }

    /// Creates rooms that are not known yet.
    ///
    /// - Throws: `fenced` when another node has one of that name.
    mutating func create(_ names: [String], on connection: PostgresConnection) throws {
        guard !names.isEmpty else { return }
        let rows = try connection.execute(
            """
            INSERT INTO room SELECT name, life, $3, greatest(1, nextval('number')), nextval('number'), $4
            FROM unnest($1::text[], $2::bigint[]) new(name, life) ON CONFLICT (name) DO NOTHING
            RETURNING name, epoch, fence
            """,
            [
                .texts(names), .int8s(names.map { _ in Int64.random(in: 1...Int64.max) }), .int8(node),
                .int4(StoreDatabaseSchema.format),
            ])
        rooms.merge(Self.rooms(rows)) { _, new in new }
        // A creation whose connection was lost may have taken effect meanwhile.
        if names.contains(where: { rooms[$0] == nil }) { try refence(on: connection) }
        guard names.allSatisfy({ rooms[$0] != nil }) else { throw StoreTrouble.fenced }
    }

    /// Removes a room with its journal.
    mutating func remove(_ name: String, on connection: PostgresConnection) throws {
        guard let room = rooms[name] else { return }
        removing = name
        let rows = try connection.execute(
            "DELETE FROM room WHERE name = $1 AND fence = $2 RETURNING name", [.text(name), .int8(room.fence)])
        guard !rows.isEmpty else { throw StoreTrouble.fenced }
        removing = nil
        rooms[name] = nil
    }

    /// Rooms from rows of name, epoch and fence.
    private static func rooms(_ rows: PostgresRows) -> [String: Room] {
        var found: [String: Room] = [:]
        for row in 0..<rows.count {
            guard let name = rows.text(row, 0), let epoch = rows.int8(row, 1), let fence = rows.int8(row, 2) else {
                continue
            }
            found[name] = Room(epoch: epoch, fence: fence, last: 0)
        }
        return found
    }
}
