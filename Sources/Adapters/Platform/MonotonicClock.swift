import Glibc

/// Monotonic clock of the machine (`CLOCK_MONOTONIC`): it never goes back and cannot be set.
package enum MonotonicClock {
    package static var milliseconds: Int64 { read(unitsPerSecond: 1_000) }

    package static var microseconds: Int64 { read(unitsPerSecond: 1_000_000) }

    private static func read(unitsPerSecond: Int64) -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * unitsPerSecond + Int64(time.tv_nsec) / (1_000_000_000 / unitsPerSecond)
    }
}
