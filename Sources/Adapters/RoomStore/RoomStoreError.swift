import Foundation
import GRDB

/// Why a store cannot be opened, read, or take a write. The text is for the person who runs the server.
package enum RoomStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another process, or another store of this one, has the file.
    case locked(path: String)
    /// The file holds something else: no database, or one of another program.
    case notAStore(path: String)
    /// Written by a newer version of the program.
    case newerVersion(path: String, found: Int, known: Int)
    /// The file was a store and has been damaged.
    case damaged(path: String, detail: String)
    /// The file or its folder cannot be written.
    case readOnly(path: String)
    /// No file can be made or opened there.
    case cannotOpen(path: String, detail: String)
    /// The disk is full, or fails in another way.
    case failing(StoreTrouble)
    /// More writes wait for the disk than `StoreLimits.backlogBytes`.
    case backlogFull(StoreTrouble?)
    /// Nothing is taken any more once `close` was called.
    case closed
    /// Writes that were never reported safe could not be written before the end.
    case unsaved(writes: Int, StoreTrouble)

    package var description: String {
        switch self {
        case .locked(let path): "\(path): in use by another process; a store belongs to one server at a time"
        case .notAStore(let path): "\(path): not a room store; name another file, this one is left as it is"
        case .newerVersion(let path, let found, let known):
            "\(path): written by a newer version (schema \(found), this one knows up to \(known)); update the program"
        case .damaged(let path, let detail): "\(path): the store is damaged (\(detail)); restore it from a copy"
        case .readOnly(let path): "\(path): the file or its folder cannot be written"
        case .cannotOpen(let path, let detail): "\(path): \(detail)"
        case .failing(let trouble): trouble.description
        case .backlogFull(let trouble):
            "too many writes wait for the disk" + (trouble.map { " (\($0))" } ?? "")
        case .closed: "the store is closed"
        case .unsaved(let writes, let trouble): "\(writes) writes could not be saved: \(trouble)"
        }
    }
}

extension RoomStoreError {
    /// What went wrong at opening or reading the store at `path`.
    init(_ error: any Error, path: String) {
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
    /// What kept a commit from the disk.
    init(_ error: any Error) {
        guard let failure = error as? DatabaseError else {
            self = .failed("\(error)")
            return
        }
        switch failure.resultCode {
        case .SQLITE_FULL: self = .diskFull
        case .SQLITE_READONLY: self = .readOnly
        default: self = .failed("\(failure.message ?? "no message") (SQLite \(failure.extendedResultCode.rawValue))")
        }
    }
}
