import GRDB
import Glibc

/// Reader of the SQLite file of a store.
///
/// The reader has a read transaction from its start to its end: all its answers fit together. The server goes on writing
/// meanwhile; its log is not shortened before the transaction ends.
package final class StoreFileReader: StoreReader {
    package let path: String
    package let kind = "file"
    private let database: DatabaseQueue

    /// Time that the start waits while a server opens or closes the store, in seconds.
    private static let busySeconds = 5.0
    private static let mostFindings = 100

    /// Opens the store at `path`.
    ///
    /// - Throws: when there is no file, or no store of a known version. A damaged store is opened as far as possible.
    package init(path: String) throws(RoomStoreError) {
        self.path = path
        guard access(path, F_OK) == 0 else { throw .cannotOpen(path: path, detail: "there is no such file") }
        do {
            var configuration = Configuration()
            configuration.label = "StoreFileReader"
            configuration.readonly = true
            configuration.busyMode = .timeout(Self.busySeconds)
            configuration.allowsUnsafeTransactions = true
            database = try DatabaseQueue(path: path, configuration: configuration)
            try database.inDatabase { database in
                try database.beginTransaction(.deferred)
                if try StoreSchema.identify(database, path: path) { throw RoomStoreError.notAStore(path: path) }
            }
        } catch {
            throw RoomStoreError(error, path: path)
        }
    }

    /// Damage of the file itself, by SQLite's own check.
    package func findings() -> [String] {
        do {
            let found = try database.inDatabase {
                try String.fetchAll($0, sql: "PRAGMA integrity_check(\(Self.mostFindings))")
            }
            return found == ["ok"] ? [] : found
        } catch {
            return ["the check itself failed: \(RoomStoreError(error, path: path))"]
        }
    }

    /// Sizes and times of all rooms, sorted by name.
    package func rooms() throws(RoomStoreError) -> [StoredRoomSize] {
        try read { database in
            let at = try StoreSchema.hasTimes(database) ? "at" : "0"
            var rooms: [String: StoredRoomSize] = [:]
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT room, 1, length(bytes), position, \(at) FROM snapshot UNION ALL
                    SELECT room, count(*), sum(length(bytes)), max(position), max(\(at)) FROM journal GROUP BY room
                    """)
            while let row = try rows.next() {
                rooms[row[0], default: StoredRoomSize(name: row[0])]
                    .add(records: row[1], bytes: row[2], position: JournalPosition(row[3]), at: row[4])
            }
            return rooms.values.sorted { $0.name < $1.name }
        }
    }

    /// The snapshot and the records of a room; nil without any.
    package func room(named name: String) throws(RoomStoreError) -> StoredRoom? {
        try read { database in
            let snapshot = try Row.fetchOne(
                database, sql: "SELECT room, position, bytes FROM snapshot WHERE room = ?", arguments: [name])
            let records = try Row.fetchAll(
                database, sql: "SELECT room, position, bytes FROM journal WHERE room = ? ORDER BY position",
                arguments: [name])
            guard snapshot != nil || !records.isEmpty else { return nil }
            return StoredRoom(
                name: name, snapshot: snapshot.map { StoreFile.read($0).record },
                records: records.map { StoreFile.read($0).record })
        }
    }

    /// The revoked tokens, sorted by identifier; none in a store that an older program has written.
    package func revokedTokens() throws(RoomStoreError) -> [RevokedToken] {
        try read { try $0.tableExists("revoked") ? StoreFile.revokedTokens($0) : [] }
    }

    private func read<Result>(_ body: (Database) throws -> Result) throws(RoomStoreError) -> Result {
        do {
            return try database.inDatabase(body)
        } catch {
            throw RoomStoreError(error, path: path)
        }
    }

    /// Copies everything into `target`, in steps. `progress` gets the bytes done and all bytes, and stops the copy by
    /// returning false.
    func copy(to target: DatabaseQueue, progress: @escaping (Int64, Int64) -> Bool) throws {
        try database.inDatabase { source in
            let pageBytes = try Int64.fetchOne(source, sql: "PRAGMA page_size") ?? 0
            try target.inDatabase { target in
                try source.backup(to: target, pagesPerStep: 256) { step in
                    let (done, all) = (Int64(step.completedPageCount), Int64(step.totalPageCount))
                    guard progress(done * pageBytes, all * pageBytes) else { throw RoomStoreError.stopped }
                }
            }
        }
    }
}
