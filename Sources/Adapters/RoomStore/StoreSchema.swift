import GRDB

/// Tables of a store, and how its file is told from the files of other programs.
enum StoreSchema {
    /// "Rffl": distinguishes a store from the databases of other programs.
    private static let applicationID = 0x5266_666C
    /// Version of the schema. Increase it with each change that an older program cannot work with, and migrate older
    /// files.
    private static let version = 1

    /// Returns whether the file is empty. Throws unless it is empty or the store of a known version.
    static func identify(_ database: Database, path: String) throws -> Bool {
        let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") ?? 0
        if application == 0, found == 0, tables == 0 { return true }
        guard application == applicationID else { throw RoomStoreError.notAStore(path: path) }
        guard found <= version else {
            throw RoomStoreError.newerVersion(path: path, found: found, known: version)
        }
        return false
    }

    /// Creates the tables of a new file, and adds the time of a write and the revoked tokens to an older one. Writes in any
    /// case, so that a read-only file is detected now and not at the first page turn.
    static func make(in database: Database, isNew: Bool) throws {
        try database.inTransaction(.immediate) {
            if isNew {
                try database.execute(
                    sql: """
                        CREATE TABLE snapshot (
                            room TEXT PRIMARY KEY NOT NULL, position INTEGER NOT NULL, bytes BLOB NOT NULL) STRICT;
                        CREATE TABLE journal (
                            position INTEGER PRIMARY KEY AUTOINCREMENT, room TEXT NOT NULL, bytes BLOB NOT NULL) STRICT;
                        CREATE INDEX journal_of_room ON journal (room);
                        PRAGMA application_id = \(applicationID);
                        """)
            }
            // Programs of version 0.1.0 write without a time: then it is 0, so the version stays the same.
            for table in ["snapshot", "journal"] where try !hasTimes(database, table) {
                try database.execute(sql: "ALTER TABLE \(table) ADD COLUMN at INTEGER NOT NULL DEFAULT 0")
            }
            // Those programs do not know of revoked tokens and leave the table alone.
            try database.execute(
                sql: "CREATE TABLE IF NOT EXISTS revoked (id TEXT PRIMARY KEY NOT NULL, expires INTEGER) STRICT")
            try database.execute(sql: "PRAGMA user_version = \(version)")
            return .commit
        }
    }

    /// Whether `table` has the column `at`: the second of the write since 1970, 0 when it is unknown.
    static func hasTimes(_ database: Database, _ table: String = "journal") throws -> Bool {
        let sql = "SELECT count(*) FROM pragma_table_info(?) WHERE name = 'at'"
        return try Int.fetchOne(database, sql: sql, arguments: [table]) == 1
    }
}
