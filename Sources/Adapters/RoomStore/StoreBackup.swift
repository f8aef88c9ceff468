import FoundationEssentials
import GRDB
import Glibc

/// Copy of a store in one file, which may be taken while a server uses the store.
///
/// The copy is made under a temporary name, checked, synchronised with the disk, and then gets its name: a file of that name
/// is always a whole backup.
package struct StoreBackup {
    /// Path of the copy.
    private let path: String
    /// Name of the copy until it is complete.
    private let partial: String

    /// Copies the store of `reader`, as the reader sees it, to the new file `path`.
    ///
    /// - Parameter progress: gets the bytes done and all bytes; returns false to stop.
    /// - Throws: `exists`, `stopped`, `damaged`, or an error of the disk. There is then no file, except one that was there.
    @discardableResult
    package init(
        of reader: StoreFileReader, to path: String,
        progress: @escaping (_ done: Int64, _ all: Int64) -> Bool = { _, _ in true }
    ) throws(RoomStoreError) {
        self.path = path
        partial = "\(path).partial-\(getpid())"
        guard !Self.exists(path) else { throw .exists(path: path) }
        defer { removePartial() }
        try create()
        do {
            let copy = try DatabaseQueue(path: partial)
            try reader.copy(to: copy, progress: progress)
            try copy.inDatabase { try seal($0, source: reader.path) }
            try copy.close()
        } catch {
            throw RoomStoreError(error, path: partial)
        }
        try name()
    }

    /// Creates the file, readable by its owner only: a store contains session secrets.
    private func create() throws(RoomStoreError) {
        let descriptor = Glibc.open(partial, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.systemError(partial) }
        Glibc.close(descriptor)
    }

    /// Checks the copy, and makes it one file that can be read where nothing can be written.
    private func seal(_ copy: Database, source: String) throws {
        let finding = try String.fetchOne(copy, sql: "PRAGMA quick_check(1)") ?? "no answer"
        guard finding == "ok" else { throw RoomStoreError.damaged(path: source, detail: finding) }
        try copy.execute(sql: "PRAGMA synchronous = FULL")
        let mode = try String.fetchOne(copy, sql: "PRAGMA journal_mode = DELETE")
        guard mode == "delete" else {
            throw RoomStoreError.cannotOpen(path: partial, detail: "expected one file, got journal mode \(mode ?? "-")")
        }
    }

    /// Gives the complete copy its name, unless a file got that name meanwhile.
    private func name() throws(RoomStoreError) {
        guard link(partial, path) == 0 else {
            if errno == EEXIST { throw .exists(path: path) }
            // Some file systems have no links.
            guard [EPERM, ENOTSUP, ENOSYS].contains(errno), !Self.exists(path), rename(partial, path) == 0 else {
                throw Self.systemError(path)
            }
            return Self.synchroniseFolder(of: path)
        }
        unlink(partial)
        Self.synchroniseFolder(of: path)
    }

    private func removePartial() {
        for suffix in ["", "-journal", "-wal", "-shm"] { unlink(partial + suffix) }
    }

    /// Whether there is a file of that name, be it a link that leads nowhere.
    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Makes the new name survive a power loss.
    private static func synchroniseFolder(of path: String) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let descriptor = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        Glibc.close(descriptor)
    }

    /// The error of the last system call.
    private static func systemError(_ path: String) -> RoomStoreError {
        switch errno {
        case ENOSPC, EDQUOT: .failing(.diskFull)
        case EACCES, EPERM, EROFS: .readOnly(path: path)
        case let code: .cannotOpen(path: path, detail: String(cString: strerror(code)))
        }
    }
}
