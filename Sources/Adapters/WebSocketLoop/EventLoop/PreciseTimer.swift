import CEventLoop
import Glibc

/// A timer that is watched as a descriptor, for measurements in microseconds. `SocketLoop.schedule` counts in
/// milliseconds only.
package final class PreciseTimer {
    /// Readable from the time that was set until `silence`.
    package let descriptor: Int32
    /// Time it is set to, on the clock of `MonotonicClock.microseconds`; nil when it is off.
    package private(set) var dueMicroseconds: Int64?

    package init() throws(SocketLoopError) {
        descriptor = riffle_timer_new()
        guard descriptor >= 0 else { throw .unavailable("no timer: no descriptors left?") }
    }

    deinit {
        close(descriptor)
    }

    /// Sets it to a time, at once when that is past; nil switches it off. Replaces what was set before.
    package func set(atMicroseconds moment: Int64?) {
        guard moment != dueMicroseconds else { return }
        dueMicroseconds = moment
        riffle_timer_set(descriptor, moment.map { max(1, $0) } ?? 0)
    }

    /// Switches the timer off after it was readable.
    package func silence() {
        var expirations: UInt64 = 0
        _ = read(descriptor, &expirations, MemoryLayout<UInt64>.size)
        dueMicroseconds = nil
    }
}
