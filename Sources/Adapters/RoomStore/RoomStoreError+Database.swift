import Foundation
import GRDB

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
