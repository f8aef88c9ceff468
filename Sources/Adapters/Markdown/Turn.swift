import Glibc

/// A lock for what must not happen twice at once.
///
/// A POSIX mutex, because the thread sanitizer understands it and reports false races on the library's own.
/// `@unchecked Sendable`: the pointer is constant, and what it points at is made to be used by several threads.
final class Turn: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    init() {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        let status = pthread_mutex_init(mutex, nil)
        precondition(status == 0, "A mutex without attributes can be made.")
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` when no other thread runs one.
    func take<Value>(_ body: () -> Value) -> Value {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }
}
