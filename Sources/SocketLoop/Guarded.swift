import Glibc

/// A value behind a small pthread mutex, for the few places where threads meet.
///
/// Not `Synchronization.Mutex`: the thread sanitizer reports races inside it on Linux that are none, and a check
/// that cries wolf is no check.
final class Guarded<Value>: @unchecked Sendable {
    // Sendable because `value` is only ever touched between lock and unlock, and what goes in and out of `withLock`
    // is checked at its callers.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    init(_ value: Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        let status = pthread_mutex_init(mutex, nil)
        precondition(status == 0, "A pthread mutex with default attributes cannot fail to initialise.")
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` with the value locked; keep it short, and never call out of the module from it.
    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }
}
