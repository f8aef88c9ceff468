import Glibc

/// A value behind a pthread mutex, with a condition to wait on.
///
/// `Synchronization.Mutex` has no condition, and the thread sanitizer reports races inside it that do not exist.
package final class Locked<Value>: @unchecked Sendable {
    // Sendable because `value` is only touched between lock and unlock.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>
    private var value: Value

    package init(_ value: Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        changed = .allocate(capacity: 1)
        var attributes = pthread_condattr_t()
        let made =
            pthread_mutex_init(mutex, nil) == 0 && pthread_condattr_init(&attributes) == 0
            && pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0
            && pthread_cond_init(changed, &attributes) == 0
        precondition(made, "Expected a mutex and a condition on the monotonic clock, got an error.")
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    /// Runs `body` with the value locked. Keep `body` short, and call no code in it that may lock.
    package func withLock<Result, Failure>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }

    /// Runs `body` as `withLock` does, then wakes all waiting threads.
    package func change<Result, Failure>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(changed)
            pthread_mutex_unlock(mutex)
        }
        return try body(&value)
    }

    /// Wakes all waiting threads. Call it after a change by `withLock` that they wait for.
    package func wake() {
        pthread_cond_broadcast(changed)
    }

    /// Waits until `body` returns a value, at most `milliseconds`. Returns nil after a timeout.
    package func wait<Result>(milliseconds: Int64? = nil, for body: (inout Value) -> Result?) -> Result? {
        let deadline = milliseconds.map { timespec(milliseconds: MonotonicClock.milliseconds + $0) }
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&value) { return result }
            if var deadline {
                guard pthread_cond_timedwait(changed, mutex, &deadline) != ETIMEDOUT else { return body(&value) }
            } else {
                pthread_cond_wait(changed, mutex)
            }
        }
    }
}

extension Locked where Value == Void {
    /// Runs `body` alone. There is no access to a value: an empty one has the address of what lies behind it, and the
    /// thread sanitizer would report a race with that.
    package func withLock<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }
}

extension timespec {
    fileprivate init(milliseconds: Int64) {
        self.init(tv_sec: Int(milliseconds / 1_000), tv_nsec: Int(milliseconds % 1_000) * 1_000_000)
    }
}
