import GRDB

/// Error of opening or reading a store, or of adding a write. The text is for operators.
package enum RoomStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another process, or another store of this process, has the file open.
    case locked(path: String)
    /// The file is no database, or the database of another program.
    case notAStore(path: String)
    /// The database has tables of these names that are not a store's.
    case foreignTables(path: String)
    /// The file was written by a newer version of the program.
    case newerVersion(path: String, found: Int, known: Int)
    /// The file is a store, and its content is damaged.
    case damaged(path: String, detail: String)
    /// The file or its folder cannot be written.
    case readOnly(path: String)
    /// The file cannot be created or opened.
    case cannotOpen(path: String, detail: String)
    /// The file of a backup exists already.
    case exists(path: String)
    /// The caller has stopped a backup.
    case stopped
    /// The disk is full or fails in another way.
    case failing(StoreTrouble)
    /// The waiting writes exceed `StoreLimits.backlogBytes`.
    case backlogFull(StoreTrouble?)
    /// `close` was called; the store accepts no writes.
    case closed
    /// Writes that were never reported as committed could not be saved before the store closed.
    case unsaved(writes: Int, StoreTrouble)

    package var description: String {
        switch self {
        case .locked(let path): "\(path): in use by another process; one server at a time may write a store"
        case .notAStore(let path): "\(path): expected a room store, got another file; it is unchanged, name another one"
        case .foreignTables(let path):
            "\(path): expected a room store, got tables of another program; they are unchanged, name another database"
        case .newerVersion(let path, let found, let known):
            "\(path): expected a schema up to \(known), got \(found) of a newer version; update the program"
        case .damaged(let path, let detail):
            "\(path): the store is damaged (\(detail)); riffle store check lists all damage; restore a backup"
        case .readOnly(let path): "\(path): the file or its folder cannot be written"
        case .cannotOpen(let path, let detail): "\(path): \(detail)"
        case .exists(let path): "\(path) exists already; name another file"
        case .stopped: "stopped; no file was written"
        case .failing(let trouble): trouble.description
        case .backlogFull(let trouble):
            "too many writes wait for the disk" + (trouble.map { " (\($0))" } ?? "")
        case .closed: "the store is closed"
        case .unsaved(let writes, let trouble): "\(writes) writes could not be saved: \(trouble)"
        }
    }
}

extension RoomStoreError {
    /// Error of opening or reading the store at `path`.
    init(_ error: any Error, path: String) {
        if let error = error as? PostgresError {
            self.init(error, path: path)
            return
        }
        if let trouble = error as? StoreTrouble {
            self = .failing(trouble)
            return
        }
        guard let failure = error as? DatabaseError else {
            self = error as? RoomStoreError ?? .cannotOpen(path: path, detail: "\(error)")
            return
        }
        switch failure.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked(path: path)
        case .SQLITE_NOTADB: self = .notAStore(path: path)
        case .SQLITE_CORRUPT: self = .damaged(path: path, detail: failure.message ?? "malformed")
        case .SQLITE_READONLY: self = .readOnly(path: path)
        case .SQLITE_CANTOPEN: self = .cannotOpen(path: path, detail: failure.message ?? "cannot be opened")
        default: self = .failing(StoreTrouble(error))
        }
    }
}

extension StoreTrouble {
    /// Reason why a commit failed.
    init(_ error: any Error) {
        if let error = error as? PostgresError {
            self.init(error)
            return
        }
        guard let failure = error as? DatabaseError else {
            self = error as? StoreTrouble ?? .failed("\(error)")
            return
        }
        switch failure.resultCode {
        case .SQLITE_FULL: self = .diskFull
        case .SQLITE_READONLY: self = .readOnly
        case .SQLITE_BUSY: self = .failed("another program has locked the store")
        default: self = .failed("\(failure.message ?? "no message") (SQLite \(failure.extendedResultCode.rawValue))")
        }
    }
}
