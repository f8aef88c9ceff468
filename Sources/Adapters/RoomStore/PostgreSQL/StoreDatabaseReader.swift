import Platform

/// Reader of the PostgreSQL database of a store, in a transaction that cannot write.
package final class StoreDatabaseReader: StoreReader {
    package let kind = "database"
    private let name: String
    private let connection: Locked<Connection>

    private struct Connection: @unchecked Sendable {
        // Used by one thread at a time: under the lock.
        let open: PostgresConnection
    }

    /// - Throws: when there is no store of a known version.
    init(_ address: PostgresAddress) throws(RoomStoreError) {
        name = address.name
        do {
            let open = try PostgresConnection(address.forReading)
            try open.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            guard try StoreDatabaseSchema.identify(open, name: name) != nil else {
                throw RoomStoreError.cannotOpen(path: name, detail: "expected a room store, got no tables of one")
            }
            connection = Locked(Connection(open: open))
        } catch {
            throw RoomStoreError(error, path: address.name)
        }
    }

    /// None: PostgreSQL checks its files itself.
    package func findings() -> [String] { [] }

    package func rooms() throws(RoomStoreError) -> [StoredRoomSize] {
        try read { connection in
            let rows = try connection.execute(
                """
                SELECT room, count(*), sum(octet_length(record))::bigint, max(index) FROM journal GROUP BY room
                ORDER BY room
                """)
            return (0..<rows.count).map { row in
                var size = StoredRoomSize(name: rows.text(row, 0) ?? "")
                size.add(
                    records: Int(rows.int8(row, 1) ?? 0), bytes: Int(rows.int8(row, 2) ?? 0),
                    position: JournalPosition(rows.int8(row, 3) ?? 0), at: 0)
                return size
            }
        }
    }

    package func room(named name: String) throws(RoomStoreError) -> StoredRoom? {
        try read { try Self.room(named: name, $0) }
    }

    package func revokedTokens() throws(RoomStoreError) -> [RevokedToken] {
        try read { connection in
            let rows = try connection.execute("SELECT version FROM schema")
            return rows.int4(0, 0) ?? 0 < 2 ? [] : try RevocationStatements(connection).all()
        }
    }

    private func read<Result>(_ body: (PostgresConnection) throws -> Result) throws(RoomStoreError) -> Result {
        do {
            return try connection.withLock { try body($0.open) }
        } catch {
            throw RoomStoreError(error, path: name)
        }
    }

    /// The newest whole record of a room and those after it; nil without any.
    static func room(named name: String, _ connection: PostgresConnection) throws(PostgresError) -> StoredRoom? {
        let journal = try JournalStatements(connection).read(name)
        return journal.isEmpty ? nil : StoredRoom(name: name, journal: journal)
    }
}

extension StoredRoom {
    /// The newest whole record of a journal and those after it, as `JournalStatements.read` returns them.
    init(name: String, journal: [JournalStatements.Record]) {
        self.init(name: name, snapshot: nil, records: [])
        guard let first = journal.first else { return }
        var (next, newest) = (first.isWhole ? first.index : 1, first.epoch)
        for found in journal {
            if found.index != next || found.epoch < newest, missing == nil { missing = JournalPosition(next) }
            (next, newest) = (found.index + 1, found.epoch)
            let record = StoredRecord(position: JournalPosition(found.index), bytes: found.bytes)
            if found.isWhole { snapshot = record } else { records.append(record) }
        }
    }
}
