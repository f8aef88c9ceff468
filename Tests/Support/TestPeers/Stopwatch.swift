import Foundation
import Glibc

/// Time as a thread measures it that sleeps for a few milliseconds at a time: an upper bound on a duration that holds
/// on a slow machine, too.
///
/// Each sleep counts for at most twice its length. On a machine that gives this process no turn the stopwatch stands
/// still, as the program under test does. It is never ahead of the clock.
package final class Stopwatch: Sendable {
    private static let tickMicroseconds: Int64 = 5_000

    /// The measured time, shared with the thread, which ends when the stopwatch is gone.
    ///
    /// `@unchecked Sendable`: everything mutable is touched only under `lock`.
    private final class Count: @unchecked Sendable {
        private let lock = NSLock()
        private var microseconds: Int64 = 0
        private var isStopped = false

        var milliseconds: Int64 { lock.withLock { microseconds / 1_000 } }

        func stop() { lock.withLock { isStopped = true } }

        /// Returns whether to go on.
        func add(_ microseconds: Int64) -> Bool {
            lock.withLock {
                self.microseconds += microseconds
                return !isStopped
            }
        }
    }

    private let count = Count()

    /// Starts to measure.
    package init() {
        let count = count
        Thread {
            var last = Stopwatch.nowMicroseconds
            var isRunning = true
            while isRunning {
                usleep(UInt32(Stopwatch.tickMicroseconds))
                let now = Stopwatch.nowMicroseconds
                isRunning = count.add(min(now - last, Stopwatch.tickMicroseconds * 2))
                last = now
            }
        }.start()
    }

    deinit { count.stop() }

    /// The time since the start.
    package var milliseconds: Int64 { count.milliseconds }

    private static var nowMicroseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}
