import Foundation
import GRDB
import Glibc

/// SQLite file of a store as its server writes it. Used by one thread at a time.
///
/// Other processes may read the file meanwhile (`StoreReader`): the write-ahead log gives each of them the state at its
/// start. `StoreLock` keeps out other writers.
struct StoreFile: Sendable {
    /// Time that a statement waits for another program to free the file, in seconds.
    private static let busySeconds = 1.0

    private let database: DatabaseQueue
    private let lock: StoreLock

    /// Opens the store at `path`, or creates it. Does not change a file that is no store.
    init(path: String) throws(RoomStoreError) {
        let path = URL(fileURLWithPath: path).path
        try Self.create(path)
        do {
            var configuration = Configuration()
            configuration.label = "RoomStore"
            configuration.busyMode = .timeout(Self.busySeconds)
            database = try DatabaseQueue(path: path, configuration: configuration)
            // Reads only, so that nothing appears beside a file that is no store.
            _ = try database.inDatabase { try StoreSchema.identify($0, path: path) }
            lock = try StoreLock(path: path)
            try database.inDatabase { database in
                let isNew = try StoreSchema.identify(database, path: path)
                if !isNew { try Self.check(database, path: path) }
                try Self.setDurability(database, path: path)
                try StoreSchema.make(in: database, isNew: isNew)
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

    /// Throws when the pages of the file are damaged; the records may be damaged all the same.
    private static func check(_ database: Database, path: String) throws {
        let finding = try String.fetchOne(database, sql: "PRAGMA quick_check(1)") ?? "no answer"
        guard finding == "ok" else { throw RoomStoreError.damaged(path: path, detail: finding) }
    }

    /// Sets a write-ahead log that is synchronised with every commit (`FULL`): a commit survives a power loss, not only
    /// the end of the process. `NORMAL` would be faster and could lose published changes.
    private static func setDurability(_ database: Database, path: String) throws {
        let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
        guard mode == "wal" else { throw RoomStoreError.readOnly(path: path) }
        try database.execute(sql: "PRAGMA synchronous = FULL")
    }

    func close() throws {
        defer { lock.release() }
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

    /// Commits all `writes` in order, or none. `now` is the second since 1970.
    func commit(_ writes: [StoreWrite], now: Int64) throws {
        try use { database in
            try database.inTransaction(.immediate) {
                for write in writes { try Self.apply(write, now: now, to: database) }
                return .commit
            }
        }
    }

    private static func apply(_ write: StoreWrite, now: Int64, to database: Database) throws {
        func run(_ sql: String, _ arguments: StatementArguments) throws {
            try database.cachedStatement(sql: sql).execute(arguments: arguments)
        }
        switch write.kind {
        case .record(let position, let bytes):
            try run(
                "INSERT INTO journal (position, room, bytes, at) VALUES (?, ?, ?, ?)",
                [position.number, write.name, Data(bytes), now])
        case .snapshot(let position, let bytes):
            // The time is that of the last record in the snapshot: a start of the server rewrites snapshots.
            try run(
                """
                INSERT INTO snapshot (room, position, bytes, at)
                VALUES (?, ?, ?, coalesce((SELECT at FROM journal WHERE position = ?), ?))
                ON CONFLICT (room) DO UPDATE SET position = excluded.position, bytes = excluded.bytes, at = excluded.at
                WHERE excluded.position >= snapshot.position
                """,
                [write.name, position.number, Data(bytes), position.number, now])
            try run("DELETE FROM journal WHERE room = ? AND position <= ?", [write.name, position.number])
        case .removal:
            try run("DELETE FROM snapshot WHERE room = ?", [write.name])
            try run("DELETE FROM journal WHERE room = ?", [write.name])
        case .revocation(let expires):
            try run(
                """
                INSERT INTO revoked (id, expires) VALUES (?, ?)
                ON CONFLICT (id) DO UPDATE SET expires = coalesce(excluded.expires, expires)
                """,
                [write.name, expires])
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

    /// The revoked tokens that have not expired at `now`, in seconds since 1970; deletes the others.
    func revokedTokens(now: Int64) throws -> [RevokedToken] {
        try use { database in
            try database.execute(sql: "DELETE FROM revoked WHERE expires <= ?", arguments: [now])
            return try Self.revokedTokens(database)
        }
    }

    static func revokedTokens(_ database: Database) throws -> [RevokedToken] {
        try Row.fetchAll(database, sql: "SELECT id, expires FROM revoked ORDER BY id").map {
            RevokedToken(id: $0[0], expires: $0[1])
        }
    }

    static func read(_ row: Row) -> (name: String, record: StoredRecord) {
        let bytes: Data = row[2]
        return (row[0], StoredRecord(position: JournalPosition(row[1]), bytes: [UInt8](bytes)))
    }
}
