import Glibc

/// Monotonic clock of the machine (`CLOCK_MONOTONIC`): it never goes back and cannot be set.
package enum MonotonicClock {
    package static var milliseconds: Int64 { time(of: CLOCK_MONOTONIC, unitsPerSecond: 1_000) }

    package static var microseconds: Int64 { time(of: CLOCK_MONOTONIC, unitsPerSecond: 1_000_000) }
}

/// Clock of the machine since its start (`CLOCK_BOOTTIME`): as `MonotonicClock`, but it goes on while the machine sleeps.
/// For leases, which other machines let run out meanwhile.
package enum BootClock {
    package static var milliseconds: Int64 { time(of: CLOCK_BOOTTIME, unitsPerSecond: 1_000) }
}

private func time(of clock: clockid_t, unitsPerSecond: Int64) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * unitsPerSecond + Int64(time.tv_nsec) / (1_000_000_000 / unitsPerSecond)
}
