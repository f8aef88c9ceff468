package import Foundation
import Glibc

/// Threads with names that the kernel knows, so that `top -H` and `/proc` tell them apart. `Thread.name` stays inside the
/// process.
package enum NamedThread {
    /// Starts a thread that runs `body` and ends with it.
    @discardableResult
    package static func start(_ name: String, _ body: @escaping @Sendable () -> Void) -> Thread {
        let thread = Thread {
            setName(name)
            body()
        }
        thread.name = name
        thread.start()
        return thread
    }

    /// Names the calling thread. The kernel keeps the first 15 bytes.
    ///
    /// Swift does not import `pthread_setname_np`, which glibc declares for GNU sources only; this is the file it writes.
    package static func setName(_ name: String) {
        let descriptor = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        _ = write(descriptor, name, name.utf8.count)
    }
}
