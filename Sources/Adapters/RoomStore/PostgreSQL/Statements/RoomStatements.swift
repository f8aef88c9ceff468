/// Statements on the table of rooms, for a server that owns all rooms of a database and for a node of a cluster.
///
/// A statement whose connection is lost may have taken effect, may still do so later, or never. `refence` on a new
/// connection waits for older ones and refuses later ones; then `JournalStatements.lastIndexes(ofEpochs:)` tells what
/// was committed.
package struct RoomStatements {
    /// Row of a room.
    package struct Row: Hashable, Sendable {
        package let name: String
        /// Random number of this room; a later room of the same name has another.
        package let life: Int64
        /// Node that owns the room; its row in `node` may be gone, unless the statement says otherwise.
        package let owner: Int64?
        /// Number of the ownership; never used again for a room of this name.
        package let epoch: Int64
        /// Number that an append must name; another one after each lost journal connection.
        package let fence: Int64
        /// Newest format of the room's records.
        package let format: Int32
    }

    let connection: PostgresConnection

    init(_ connection: PostgresConnection) {
        self.connection = connection
    }

    private static let columns = "room.name, room.life, room.owner, room.epoch, room.fence, room.format"

    private static func decode(_ rows: PostgresRows) -> [Row] {
        (0..<rows.count).compactMap { row in
            guard let name = rows.text(row, 0), let life = rows.int8(row, 1), let epoch = rows.int8(row, 3),
                let fence = rows.int8(row, 4), let format = rows.int4(row, 5)
            else { return nil }
            return Row(name: name, life: life, owner: rows.int8(row, 2), epoch: epoch, fence: fence, format: format)
        }
    }

    /// The rows of these rooms, or of all, sorted by name.
    func rooms(named names: [String]? = nil) throws(PostgresError) -> [Row] {
        let condition = names == nil ? "" : "WHERE name = ANY($1)"
        return Self.decode(
            try connection.execute(
                "SELECT \(Self.columns) FROM room \(condition) ORDER BY name", names.map { [.texts($0)] } ?? []))
    }

    /// As `columns`, but an owner that is not registered counts as none.
    private static let liveColumns = "room.name, room.life, node.id, room.epoch, room.fence, room.format"

    /// The rows of these rooms, sorted by name, with those owners that are registered.
    func liveRooms(named names: [String]) throws(PostgresError) -> [Row] {
        Self.decode(
            try connection.execute(
                """
                SELECT \(Self.liveColumns) FROM room LEFT JOIN node ON node.id = room.owner
                WHERE room.name = ANY($1) ORDER BY room.name
                """,
                [.texts(names)]))
    }

    /// Rooms without a registered owner, and those of `node`: at most `limit`, the former first, in any order. So rooms that
    /// cannot be claimed do not hide the others for ever.
    func quietRooms(for node: Int64, limit: Int64) throws(PostgresError) -> [Row] {
        Self.decode(
            try connection.execute(
                """
                SELECT \(Self.liveColumns) FROM room LEFT JOIN node ON node.id = room.owner
                WHERE node.id IS NULL OR node.id = $1 ORDER BY node.id IS NOT NULL, random() LIMIT $2
                """,
                [.int8(node), .int8(limit)]))
    }
}

// Ownership.
extension RoomStatements {
    /// Room to claim.
    package struct Claim: Hashable, Sendable {
        let name: String
        /// Epoch of the row when it was read. The room is not claimed when the row has another one meanwhile.
        let read: Int64
        /// Highest epoch of the room that any node has named; 0 for none. The new epoch is higher.
        let known: Int64

        package init(name: String, read: Int64, known: Int64) {
            (self.name, self.read, self.known) = (name, read, known)
        }
    }

    /// Gives rooms new epochs and fences if they have no owner, or an owner without a row in `node`, or this one. A room
    /// missing in the answer is not claimed. Read the journals after it, not before: older owners append until then. A
    /// journal with a later epoch belongs to another node, which has claimed the room meanwhile.
    ///
    /// - Parameters:
    ///   - format: newest format of records that this program reads.
    ///   - written: format of the records that it will append.
    func claim(
        _ claims: [Claim], for node: Int64, format: Int32, written: Int32
    ) throws(PostgresError) -> [Row] {
        Self.decode(
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
                    FROM l WHERE room.name = l.name RETURNING \(Self.columns)
                """,
                [
                    .texts(claims.map(\.name)), .int8s(claims.map(\.read)), .int8s(claims.map(\.known)), .int8(node),
                    .int4(format), .int4(written),
                ]))
    }

    /// Gives all rooms of a node new fences. Waits for statements of older connections that hold a room, and refuses
    /// those that come later. A room missing in the answer, or with another epoch, is lost.
    func refence(_ node: Int64) throws(PostgresError) -> [Row] {
        Self.decode(
            try connection.execute(
                """
                WITH l AS MATERIALIZED (SELECT name, nextval('number') f
                    FROM (SELECT name FROM room WHERE owner = $1 ORDER BY name FOR UPDATE) x)
                UPDATE room SET fence = l.f FROM l WHERE room.name = l.name RETURNING \(Self.columns)
                """,
                [.int8(node)]))
    }

    /// Gives a room to a node that is alive, and returns the new epoch. Nil when the room is fenced or the node is gone.
    func handOver(_ name: String, fence: Int64, to node: Int64) throws(PostgresError) -> Int64? {
        let rows = try connection.execute(
            """
            UPDATE room SET owner = $3, epoch = greatest(epoch + 1, nextval('number')), fence = nextval('number')
            WHERE name = $1 AND fence = $2 AND EXISTS (SELECT FROM node WHERE id = $3) RETURNING epoch
            """,
            [.text(name), .int8(fence), .int8(node)])
        return rows.isEmpty ? nil : rows.int8(0, 0)
    }

    /// Room to create.
    struct NewRoom: Hashable {
        let name: String
        /// Random number of the new room.
        var life = Int64.random(in: 1...Int64.max)
        /// Highest epoch of an earlier room of this name that any node has named; 0 for none.
        let known: Int64
    }

    /// Creates rooms while the database has fewer than `limit`. Creations at the same time do not see each other, so there
    /// may be a few more. A room missing in the answer exists already, or there are too many: `rooms` tells which.
    func create(
        _ creations: [NewRoom], for node: Int64, format: Int32, limit: Int64
    ) throws(PostgresError) -> [Row] {
        // In the same order everywhere: creations of the same names wait for each other.
        let sorted = creations.sorted { $0.name < $1.name }
        return Self.decode(
            try connection.execute(
                """
                INSERT INTO room SELECT name, life, $4, greatest(known + 1, nextval('number')), nextval('number'), $5
                FROM unnest($1::text[], $2::bigint[], $3::bigint[]) WITH ORDINALITY new(name, life, known, number)
                WHERE (SELECT count(*) FROM room) + number <= $6 ON CONFLICT (name) DO NOTHING
                RETURNING \(Self.columns)
                """,
                [
                    .texts(sorted.map(\.name)), .int8s(sorted.map(\.life)), .int8s(sorted.map(\.known)), .int8(node),
                    .int4(format), .int8(limit),
                ]))
    }

    /// Removes a room with its journal; false when it is fenced.
    func remove(_ name: String, fence: Int64) throws(PostgresError) -> Bool {
        let rows = try connection.execute(
            "DELETE FROM room WHERE name = $1 AND fence = $2 RETURNING name", [.text(name), .int8(fence)])
        return !rows.isEmpty
    }
}
