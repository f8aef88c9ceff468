import FoundationEssentials
import GRDB
import Glibc

/// SQLite file of a store as its server writes it. Calls wait for each other.
///
/// Other processes may read the file meanwhile (`StoreFileReader`): the write-ahead log gives each of them the state at its
/// start. `StoreLock` keeps out other writers.
struct StoreFile: StoreBackend {
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

    /// The lock stays until `close`, so no other process takes over the store.
    func onEnd(_ body: @escaping @Sendable (StoreTrouble) -> Void) {}

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
    func lastPosition() throws -> JournalPosition {
        try use { database in
            let used = try Int64.fetchOne(database, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'journal'")
            return JournalPosition(used ?? 0)
        }
    }

    func commit(_ writes: ArraySlice<StoreWrite>, now: Int64) throws -> Int {
        try use { database in
            try database.inTransaction(.immediate) {
                for write in writes { try Self.apply(write, now: now, to: database) }
                return .commit
            }
        }
        return writes.count
    }

    private static func apply(_ write: StoreWrite, now: Int64, to database: Database) throws {
        func run(_ sql: String, _ arguments: StatementArguments) throws {
            try database.cachedStatement(sql: sql).execute(arguments: arguments)
        }
        switch write.kind {
        case .record(let position, .change, let bytes):
            try run(
                "INSERT INTO journal (position, room, bytes, at) VALUES (?, ?, ?, ?)",
                [position.number, write.name, Data(bytes), now])
        case .record(let position, let form, let bytes):
            // A record without bytes, deleted at once, so that the position is never used again.
            try run(
                "INSERT INTO journal (position, room, bytes, at) VALUES (?, ?, x'', 0)", [position.number, write.name])
            // A start of the server writes sums: the time stays that of the last change.
            let last: Int64? = form == .sum ? try lastChange(of: write.name, before: position, in: database) : nil
            try run(
                """
                INSERT INTO snapshot (room, position, bytes, at) VALUES (?, ?, ?, ?)
                ON CONFLICT (room) DO UPDATE SET position = excluded.position, bytes = excluded.bytes, at = excluded.at
                """,
                [write.name, position.number, Data(bytes), last ?? now])
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

    /// Second of the last change of a room; nil without one.
    private static func lastChange(of room: String, before position: JournalPosition, in database: Database) throws
        -> Int64?
    {
        try Int64.fetchOne(
            database,
            sql: """
                SELECT coalesce(
                    (SELECT at FROM journal WHERE room = ? AND position < ? ORDER BY position DESC LIMIT 1),
                    (SELECT at FROM snapshot WHERE room = ?))
                """,
            arguments: [room, position.number, room])
    }

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
