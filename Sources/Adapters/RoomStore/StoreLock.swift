import FoundationEssentials
import Glibc
import Platform

/// Lock that a server holds while it may write a store, so that no second server does.
///
/// It is an advisory lock (`flock`) on the file `PATH-lock` beside the store, so that reading the store needs no permission
/// of the server. The system frees it when the process ends, a kill included; then only the file stays.
final class StoreLock: Sendable {
    /// Path of the lock file.
    private let file: String
    /// The open lock file; -1 once the lock is free.
    private let descriptor: Locked<Int32>

    /// Takes the lock of the store at `path`, which exists.
    ///
    /// - Throws: `locked` when a server has it.
    init(path: String) throws(RoomStoreError) {
        // One lock for all symbolic links to the store.
        file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path + "-lock"
        var taken: Int32?
        // Nil when the holder removed the file between opening and locking.
        while taken == nil { taken = try Self.take(file, store: path) }
        descriptor = Locked(taken ?? -1)
    }

    deinit { release() }

    /// Frees the lock. A second call has no effect.
    func release() {
        let open = descriptor.withLock { descriptor in
            defer { descriptor = -1 }
            return descriptor
        }
        guard open >= 0 else { return }
        // Removed while the lock is held: `take` notices that its file has no name.
        if Self.hasName(file, open) { unlink(file) }
        Glibc.close(open)
    }

    private static func take(_ file: String, store: String) throws(RoomStoreError) -> Int32? {
        let descriptor = Glibc.open(file, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .cannotOpen(path: file, detail: String(cString: strerror(errno)))
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            Glibc.close(descriptor)
            if code == EWOULDBLOCK { throw .locked(path: store) }
            throw .cannotOpen(path: file, detail: String(cString: strerror(code)))
        }
        guard hasName(file, descriptor) else {
            Glibc.close(descriptor)
            return nil
        }
        shareOwner(of: store, with: descriptor)
        return descriptor
    }

    /// Whether the name still leads to the open file.
    private static func hasName(_ file: String, _ descriptor: Int32) -> Bool {
        var (named, open) = (stat(), stat())
        return stat(file, &named) == 0 && fstat(descriptor, &open) == 0
            && named.st_ino == open.st_ino && named.st_dev == open.st_dev
    }

    /// Lets the owner of the store lock it after a kill, when root has created the lock file.
    private static func shareOwner(of store: String, with descriptor: Int32) {
        var status = stat()
        guard geteuid() == 0, stat(store, &status) == 0 else { return }
        _ = fchown(descriptor, status.st_uid, status.st_gid)
    }
}
