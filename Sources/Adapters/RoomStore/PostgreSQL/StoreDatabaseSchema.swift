/// Tables of a store in PostgreSQL, in the first schema of the connection's search path, and their migrations.
enum StoreDatabaseSchema {
    /// The statements that lead to each version from the one before; version 1 from an empty database.
    ///
    /// A change that older programs can work with keeps `oldestReader`; any other raises it.
    static let migrations: [[String]] = [
        [
            "CREATE TABLE schema (version int NOT NULL, oldest_reader int NOT NULL)",
            "INSERT INTO schema VALUES (1, 1)",
            "CREATE TABLE cluster (key bytea NOT NULL)",
            "CREATE SEQUENCE number",
            """
            CREATE TABLE node (id bigint PRIMARY KEY, name text UNIQUE NOT NULL, beat bigint NOT NULL,
                format int NOT NULL, heard boolean NOT NULL) WITH (fillfactor = 50)
            """,
            """
            CREATE TABLE room (name text COLLATE "C" PRIMARY KEY, life bigint NOT NULL, owner bigint,
                epoch bigint NOT NULL, fence bigint NOT NULL, format int NOT NULL)
            """,
            "CREATE INDEX ON room (owner)",
            """
            CREATE TABLE journal (room text COLLATE "C" REFERENCES room ON DELETE CASCADE, index bigint,
                epoch bigint NOT NULL, whole boolean NOT NULL, record bytea NOT NULL, PRIMARY KEY (room, index))
            """,
        ],
        [#"CREATE TABLE revoked (id text COLLATE "C" PRIMARY KEY, expires bigint)"#],
    ]
    /// Version of the schema that this program writes.
    static var version: Int32 { Int32(migrations.count) }
    /// The oldest program, by its `version`, that can work with the schema of this one.
    static let oldestReader: Int32 = 1
    /// Format of the records that a server without a cluster writes.
    static let format: Int32 = 1
    /// Newest format of records that this program reads.
    static let newestFormat: Int32 = 2

    private static let tables = ["schema", "cluster", "node", "room", "journal", "revoked"]
    /// Identifier of the lock that keeps two servers from creating the tables at the same time: "riffle" in ASCII.
    private static let lock: Int64 = 0x7269_6666_6C65

    /// Version of the store; nil for a database without tables of these names.
    ///
    /// - Throws: when the tables are those of another program, or a newer program's that this one cannot work with.
    static func identify(_ connection: PostgresConnection, name: String) throws -> Int32? {
        let found = try connection.execute(
            "SELECT table_name::text FROM information_schema.tables WHERE table_schema = current_schema()")
        let names = Set((0..<found.count).compactMap { found.text($0, 0) })
        guard names.contains("schema") else {
            if names.isDisjoint(with: tables) { return nil }
            throw RoomStoreError.foreignTables(path: name)
        }
        let columns = try connection.execute(
            """
            SELECT FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = 'schema'
            AND column_name IN ('version', 'oldest_reader') AND data_type = 'integer'
            """)
        guard columns.count == 2 else { throw RoomStoreError.foreignTables(path: name) }
        let rows = try connection.execute("SELECT version, oldest_reader FROM schema")
        guard rows.count == 1, let found = rows.int4(0, 0), let oldest = rows.int4(0, 1) else {
            throw RoomStoreError.foreignTables(path: name)
        }
        guard oldest <= version else {
            throw RoomStoreError.newerVersion(path: name, found: Int(found), known: Int(version))
        }
        return found
    }

    /// Creates the tables, or brings those of an older version up to date; both or neither.
    static func make(in connection: PostgresConnection, name: String, to version: Int32 = version) throws {
        guard try identify(connection, name: name) ?? 0 < version else { return }
        try connection.execute("BEGIN")
        do {
            try connection.execute("SELECT pg_advisory_xact_lock($1)", [.int8(lock)])
            let found = try identify(connection, name: name) ?? 0
            for statement in migrations[Int(found)..<max(Int(found), Int(version))].joined() {
                try connection.execute(statement)
            }
            if found == 0 {
                let key = (0..<32).map { _ in UInt8.random(in: 0...255) }
                try connection.execute("INSERT INTO cluster VALUES ($1)", [.bytes(key)])
            }
            try connection.execute(
                "UPDATE schema SET version = greatest(version, $1), oldest_reader = greatest(oldest_reader, $2)",
                [.int4(version), .int4(oldestReader)])
            try connection.execute("COMMIT")
        } catch {
            _ = try? connection.execute("ROLLBACK")
            throw error
        }
    }

    /// Refuses a server that may lose what it has committed, and a database that cannot hold every name.
    static func checkDurability(_ connection: PostgresConnection, name: String) throws {
        let rows = try connection.execute("SELECT current_setting('fsync')")
        let fsync = rows.text(0, 0) ?? ""
        guard fsync == "on" else {
            throw RoomStoreError.cannotOpen(
                path: name, detail: "expected fsync = on, got \(fsync): a power loss would damage the store; set it on")
        }
        guard connection.serverEncoding == "UTF8" else {
            throw RoomStoreError.cannotOpen(
                path: name,
                detail: "expected a database with the encoding UTF8, got \(connection.serverEncoding); create another")
        }
    }
}
