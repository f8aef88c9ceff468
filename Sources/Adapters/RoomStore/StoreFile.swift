import Foundation
import GRDB
import Glibc

/// SQLite file of a store: its schema and statements. Used by one thread at a time.
struct StoreFile: Sendable {
    /// "Rffl": distinguishes a store from the databases of other programs.
    private static let applicationID = 0x5266_666C
    /// Version of the schema. Increase it with every change, and migrate older files.
    static let schemaVersion = 1

    private let database: DatabaseQueue

    /// Opens the store at `path`, or creates it. Does not change a file that is no store.
    init(path: String) throws(RoomStoreError) {
        let path = URL(fileURLWithPath: path).path
        try Self.create(path)
        do {
            var configuration = Configuration()
            configuration.label = "RoomStore"
            configuration.busyMode = .immediateError
            // The lock lasts until the file is closed or the process ends. A second server is refused, and the index of
            // the write-ahead log stays in memory instead of a third file.
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
            database = try DatabaseQueue(path: path, configuration: configuration)
            try database.inDatabase { database in
                let isNew = try Self.identify(database, path: path)
                try Self.setDurability(database, path: path)
                try Self.makeSchema(database, isNew: isNew)
            }
        } catch {
            throw RoomStoreError(error, path: path)
        }
    }

    /// Creates an empty file, if there is none, that only its owner may read: a store contains session secrets.
    private static func create(_ path: String) throws(RoomStoreError) {
        let descriptor = Glibc.open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            Glibc.close(descriptor)
            return
        }
        switch errno {
        case EEXIST:
            // Checked here, because SQLite opens such a file without an error and fails later in several ways.
            let folder = URL(fileURLWithPath: path).resolvingSymlinksInPath().deletingLastPathComponent().path
            guard access(path, R_OK | W_OK) == 0, access(folder, W_OK | X_OK) == 0 else { throw .readOnly(path: path) }
        case EACCES, EPERM, EROFS: throw .readOnly(path: path)
        case ENOSPC, EDQUOT: throw .failing(.diskFull)
        case let code: throw .cannotOpen(path: path, detail: String(cString: strerror(code)))
        }
    }

    /// Returns whether the file is empty. Throws unless it is empty or a readable store.
    private static func identify(_ database: Database, path: String) throws -> Bool {
        let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") ?? 0
        if application == 0, version == 0, tables == 0 { return true }
        guard application == applicationID else { throw RoomStoreError.notAStore(path: path) }
        guard version <= schemaVersion else {
            throw RoomStoreError.newerVersion(path: path, found: version, known: schemaVersion)
        }
        let finding = try String.fetchOne(database, sql: "PRAGMA quick_check(1)") ?? "no answer"
        guard finding == "ok" else { throw RoomStoreError.damaged(path: path, detail: finding) }
        return false
    }

    /// Sets a write-ahead log that is synchronised with every commit (`FULL`): a commit survives a power loss, not only
    /// the end of the process. `NORMAL` would be faster and could lose published changes.
    private static func setDurability(_ database: Database, path: String) throws {
        let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
        guard mode == "wal" else { throw RoomStoreError.readOnly(path: path) }
        try database.execute(sql: "PRAGMA synchronous = FULL")
    }

    /// Creates the schema of a new file. Writes in any case, so that a read-only file is detected now and not at the
    /// first page turn.
    private static func makeSchema(_ database: Database, isNew: Bool) throws {
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
            try database.execute(sql: "PRAGMA user_version = \(schemaVersion)")
            return .commit
        }
    }

    func close() throws {
        try database.close()
    }

    /// Runs `body` with exclusive access to the open database.
    func use<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try database.inDatabase(body)
    }
}

extension StoreFile {
    /// Last position that was ever assigned.
    func lastPosition() throws -> JournalPosition {
        try use { database in
            let used = try Int64.fetchOne(database, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'journal'")
            return JournalPosition(used ?? 0)
        }
    }

    /// Commits all `writes` in order, or none.
    func commit(_ writes: [StoreWrite]) throws {
        try use { database in
            try database.inTransaction(.immediate) {
                for write in writes { try Self.apply(write, to: database) }
                return .commit
            }
        }
    }

    private static func apply(_ write: StoreWrite, to database: Database) throws {
        func run(_ sql: String, _ arguments: StatementArguments) throws {
            try database.cachedStatement(sql: sql).execute(arguments: arguments)
        }
        switch write.kind {
        case .record(let position, let bytes):
            try run(
                "INSERT INTO journal (position, room, bytes) VALUES (?, ?, ?)",
                [position.number, write.room, Data(bytes)])
        case .snapshot(let position, let bytes):
            try run(
                """
                INSERT INTO snapshot (room, position, bytes) VALUES (?, ?, ?)
                ON CONFLICT (room) DO UPDATE SET position = excluded.position, bytes = excluded.bytes
                WHERE excluded.position >= snapshot.position
                """,
                [write.room, position.number, Data(bytes)])
            try run("DELETE FROM journal WHERE room = ? AND position <= ?", [write.room, position.number])
        case .removal:
            try run("DELETE FROM snapshot WHERE room = ?", [write.room])
            try run("DELETE FROM journal WHERE room = ?", [write.room])
        }
    }

    /// All committed rooms, sorted by name.
    func rooms() throws -> [StoredRoom] {
        try use { database in
            var rooms: [String: StoredRoom] = [:]
            let snapshots = try Row.fetchCursor(database, sql: "SELECT room, position, bytes FROM snapshot")
            while let row = try snapshots.next() {
                let (name, record) = Self.read(row)
                rooms[name] = StoredRoom(name: name, snapshot: record, records: [])
            }
            let journal = try Row.fetchCursor(
                database, sql: "SELECT room, position, bytes FROM journal ORDER BY position")
            while let row = try journal.next() {
                let (name, record) = Self.read(row)
                rooms[name, default: StoredRoom(name: name, snapshot: nil, records: [])].records.append(record)
            }
            return rooms.values.sorted { $0.name < $1.name }
        }
    }

    private static func read(_ row: Row) -> (name: String, record: StoredRecord) {
        let bytes: Data = row[2]
        return (row[0], StoredRecord(position: JournalPosition(row[1]), bytes: [UInt8](bytes)))
    }
}
