import Platform

/// PostgreSQL database of a store as its server writes it. Used by one thread at a time.
///
/// A statement whose connection is lost may have taken effect, may still do so later, or never. So a new connection
/// first gives all own rooms new fences: that statement waits for older ones, and refuses those that come later. What
/// the journal has then of the own epoch is committed; the rest is sent again.
///
/// `@unchecked Sendable`: the caller opens and loads the store before the writer thread uses it.
final class StoreDatabase: StoreBackend, @unchecked Sendable {
    private let address: PostgresAddress
    private let lease: NodeLease
    /// Nil after a loss, until new fences are committed.
    private var connection: PostgresConnection?
    private var owned = OwnedRooms()
    /// Records whose statement was sent, until its outcome is known.
    private var batch: AppendBatch?
    /// Room whose removal was sent, until its outcome is known.
    private var removing: String?
    /// Numbers of the whole records before which the journal may be deleted.
    private var compactions: [String: Int64] = [:]

    /// Opens the store, or creates its tables, registers this process and claims all rooms.
    init(_ address: PostgresAddress, timing: NodeLease.Timing = NodeLease.Timing()) throws(RoomStoreError) {
        self.address = address
        do {
            let connection = try PostgresConnection(address)
            try StoreDatabaseSchema.checkDurability(connection, name: address.name)
            try StoreDatabaseSchema.make(in: connection, name: address.name)
            lease = try NodeLease(address, timing: timing, on: connection)
            self.connection = connection
            lease.start()
        } catch {
            throw RoomStoreError(error, path: address.name)
        }
        do {
            try claim()
        } catch {
            lease.leave()
            throw RoomStoreError(error, path: address.name)
        }
    }

    func lastPosition() -> JournalPosition { .start }

    func onEnd(_ body: @escaping @Sendable (StoreTrouble) -> Void) { lease.onEnd(body) }

    func close() {
        connection = nil
        lease.leave()
    }

    func rooms() throws -> [StoredRoom] {
        try use { connection in
            try owned.names.compactMap { try StoreDatabaseReader.room(named: $0, connection) }
        }
    }

    func revokedTokens(now: Int64) throws -> [RevokedToken] {
        try use { connection in
            try connection.execute("DELETE FROM revoked WHERE expires <= $1", [.int8(now)])
            return try StoreDatabaseReader.revokedTokens(connection)
        }
    }

    func commit(_ writes: ArraySlice<StoreWrite>, now: Int64) throws -> Int {
        try use { connection in
            guard batch == nil else { return try append(on: connection) }
            guard let first = writes.first else { return 0 }
            switch first.kind {
            case .record:
                let next = AppendBatch(writes, after: owned.last)
                try create(next.rooms.filter { owned[$0] == nil }.sorted(), on: connection)
                batch = next
                return try append(on: connection)
            case .removal:
                try remove(first.name, on: connection)
            case .revocation(let expires):
                try connection.execute(
                    """
                    INSERT INTO revoked VALUES ($1, $2)
                    ON CONFLICT (id) DO UPDATE SET expires = coalesce(excluded.expires, revoked.expires)
                    """,
                    [.text(first.name), .int8(expires)])
            }
            return 1
        }
    }

    /// Runs `body` with a connection. Drops the connection when the outcome of a statement is unknown.
    private func use<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result {
        if let ended = lease.ended { throw ended }
        do {
            return try body(try connection ?? reconnect())
        } catch PostgresError.unknown(let text) {
            connection = nil
            throw PostgresError.unknown(text)
        }
    }

    /// Ends the store: another process has taken over a room.
    private func lose() -> StoreTrouble {
        lease.end(.fenced)
        return .fenced
    }
}

// Statements that write.
extension StoreDatabase {
    /// Sends the batch, and deletes what its whole records replace.
    ///
    /// - Returns: the number of writes that the batch carries out.
    private func append(on connection: PostgresConnection) throws -> Int {
        guard let sent = batch else { return 0 }
        let entries = sent.entries
        if !entries.isEmpty {
            let rows = try connection.executePrepared(
                "append",
                """
                WITH b AS (SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bool[], $5::bytea[])
                    b(name, fence, index, whole, record)),
                r AS (SELECT room.name, room.epoch, b.index, b.whole, b.record FROM b JOIN room USING (name)
                    WHERE room.fence = b.fence AND room.owner = $6 ORDER BY room.name, b.index FOR SHARE OF room)
                INSERT INTO journal SELECT name, index, epoch, whole, record FROM r ON CONFLICT DO NOTHING
                    RETURNING room, index
                """,
                [
                    .texts(entries.map(\.room)), .int8s(entries.map { owned[$0.room]?.fence ?? 0 }),
                    .int8s(entries.map(\.index)), .bools(entries.map(\.isWhole)),
                    .byteStrings(entries.map(\.record)), .int8(lease.id),
                ])
            guard rows.count == entries.count else { throw lose() }
        }
        for entry in entries {
            owned[entry.room]?.last = entry.index
            if entry.isWhole { compactions[entry.room] = entry.index }
        }
        batch = nil
        try? compact(on: connection)
        return sent.count
    }

    /// Deletes what whole records replace. Its failure costs space until the next whole record only.
    ///
    /// The epoch keeps a statement that takes effect late from a later room of the same name.
    private func compact(on connection: PostgresConnection) throws(PostgresError) {
        guard !compactions.isEmpty else { return }
        let names = compactions.keys.sorted()
        do throws(PostgresError) {
            try connection.execute(
                """
                DELETE FROM journal USING unnest($1::text[], $2::bigint[], $3::bigint[]) safe(name, index, epoch)
                WHERE journal.room = safe.name AND journal.index < safe.index AND journal.epoch <= safe.epoch
                """,
                [
                    .texts(names), .int8s(names.map { compactions[$0] ?? 0 }),
                    .int8s(names.map { owned[$0]?.epoch ?? 0 }),
                ])
            compactions = [:]
        } catch {
            if case .unknown = error { self.connection = nil }
            throw error
        }
    }

    private func create(_ names: [String], on connection: PostgresConnection) throws {
        guard !names.isEmpty else { return }
        let rows = try connection.execute(
            """
            INSERT INTO room SELECT name, life, $3, greatest(1, nextval('number')), nextval('number'), $4
            FROM unnest($1::text[], $2::bigint[]) new(name, life) ON CONFLICT (name) DO NOTHING
            RETURNING name, epoch, fence
            """,
            [
                .texts(names), .int8s(names.map { _ in Int64.random(in: 1...Int64.max) }), .int8(lease.id),
                .int4(StoreDatabaseSchema.format),
            ])
        for (name, room) in Self.ownedRooms(rows) { owned[name] = room }
        // A creation whose connection was lost may have taken effect meanwhile.
        if names.contains(where: { owned[$0] == nil }) { try refence(on: connection) }
        guard names.allSatisfy({ owned[$0] != nil }) else { throw lose() }
    }

    private func remove(_ name: String, on connection: PostgresConnection) throws {
        guard let room = owned[name] else { return }
        removing = name
        let rows = try connection.execute(
            "DELETE FROM room WHERE name = $1 AND fence = $2 RETURNING name", [.text(name), .int8(room.fence)])
        guard !rows.isEmpty else { throw lose() }
        removing = nil
        owned[name] = nil
        compactions[name] = nil
    }
}

// Ownership.
extension StoreDatabase {
    /// Claims all rooms that no other live node owns.
    ///
    /// - Throws: `locked` when another node owns a room, and `newerVersion` when a newer program has written one.
    private func claim() throws {
        guard let connection else { return }
        let found = try connection.execute("SELECT name, epoch, format FROM room ORDER BY name")
        var known: [(name: String, epoch: Int64)] = []
        for row in 0..<found.count {
            guard let name = found.text(row, 0), let epoch = found.int8(row, 1), let format = found.int4(row, 2) else {
                continue
            }
            guard format <= StoreDatabaseSchema.format else {
                throw RoomStoreError.newerVersion(
                    path: address.name, found: Int(format), known: Int(StoreDatabaseSchema.format))
            }
            known.append((name, epoch))
        }
        let rows = try connection.execute(
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
                .texts(known.map(\.name)), .int8s(known.map(\.epoch)), .int8s(known.map { _ in 0 }), .int8(lease.id),
                .int4(StoreDatabaseSchema.format), .int4(StoreDatabaseSchema.format),
            ])
        let claimed = Self.ownedRooms(rows)
        guard claimed.count == known.count else { throw RoomStoreError.locked(path: address.name) }
        _ = owned.refence(claimed)
        let lasts = try connection.execute(
            """
            SELECT room.name, (SELECT max(index) FROM journal WHERE journal.room = room.name) FROM room
            WHERE room.owner = $1
            """,
            [.int8(lease.id)])
        for row in 0..<lasts.count {
            if let name = lasts.text(row, 0), let last = lasts.int8(row, 1) { owned[name]?.last = last }
        }
    }

    /// Connects again, and finds out what the lost connection has done.
    private func reconnect() throws -> PostgresConnection {
        let connection = try PostgresConnection(address)
        try refence(on: connection)
        try resolve(on: connection)
        self.connection = connection
        return connection
    }

    /// Gives all own rooms new fences. Waits for statements of older connections that hold a room.
    private func refence(on connection: PostgresConnection) throws {
        let rows = try connection.execute(
            """
            WITH l AS MATERIALIZED (SELECT name, nextval('number') f
                FROM (SELECT name FROM room WHERE owner = $1 ORDER BY name FOR UPDATE) x)
            UPDATE room SET fence = l.f FROM l WHERE room.name = l.name RETURNING room.name, room.epoch, room.fence
            """,
            [.int8(lease.id)])
        let lost = owned.refence(Self.ownedRooms(rows))
        guard lost.allSatisfy({ $0 == removing }) else { throw lose() }
        for name in lost { compactions[name] = nil }
        removing = nil
    }

    /// Drops the records of the batch that are committed. Records of other epochs do not count: they are another
    /// owner's.
    private func resolve(on connection: PostgresConnection) throws {
        guard let entries = batch?.entries, !entries.isEmpty else { return }
        let names = Set(entries.map(\.room)).sorted()
        let rows = try connection.execute(
            """
            SELECT journal.room, max(journal.index) FROM unnest($1::text[], $2::bigint[]) own(name, epoch)
            JOIN journal ON journal.room = own.name AND journal.epoch = own.epoch GROUP BY journal.room
            """,
            [.texts(names), .int8s(names.map { owned[$0]?.epoch ?? 0 })])
        for row in 0..<rows.count {
            guard let name = rows.text(row, 0), let last = rows.int8(row, 1) else { continue }
            let known = owned.last(name)
            owned[name]?.last = max(last, known)
        }
        batch?.removeStored(upTo: owned.last)
    }

    /// Rooms from rows of name, epoch and fence.
    private static func ownedRooms(_ rows: PostgresRows) -> [String: OwnedRooms.Room] {
        var found: [String: OwnedRooms.Room] = [:]
        for row in 0..<rows.count {
            guard let name = rows.text(row, 0), let epoch = rows.int8(row, 1), let fence = rows.int8(row, 2) else {
                continue
            }
            found[name] = OwnedRooms.Room(epoch: epoch, fence: fence, last: 0)
        }
        return found
    }
}
