import Glibc
import Platform

/// The quality of the clocks of this machine.
struct ClockFacts {
    /// The smallest step of the monotonic clock.
    var resolutionNanoseconds: Int64
    /// The longest delay of a wake-up after a sleep.
    var latenessMilliseconds: Int64
    /// Seconds since 1970 by the wall clock.
    var unixSeconds: Int64

    /// Measures them, with a few short sleeps.
    init() {
        var resolution = timespec()
        clock_getres(CLOCK_MONOTONIC, &resolution)
        resolutionNanoseconds = Int64(resolution.tv_sec) * 1_000_000_000 + Int64(resolution.tv_nsec)
        latenessMilliseconds = 0
        for _ in 0..<ClockFacts.naps {
            let start = MonotonicClock.milliseconds
            usleep(UInt32(ClockFacts.napMilliseconds * 1_000))
            latenessMilliseconds = max(
                latenessMilliseconds, MonotonicClock.milliseconds - start - ClockFacts.napMilliseconds)
        }
        unixSeconds = Int64(time(nil))
    }

    init(resolutionNanoseconds: Int64, latenessMilliseconds: Int64, unixSeconds: Int64) {
        self.resolutionNanoseconds = resolutionNanoseconds
        self.latenessMilliseconds = latenessMilliseconds
        self.unixSeconds = unixSeconds
    }

    private static let naps = 20
    private static let napMilliseconds: Int64 = 5
    /// One frame; longer delays are visible.
    private static let frameMilliseconds: Int64 = 33
    /// 1 January 2026, before the first release of this program.
    private static let thisProgramSeconds: Int64 = 1_767_225_600

    var diagnoses: [Diagnosis] { [monotonic, timers, wall] }

    private var monotonic: Diagnosis {
        let isFine = resolutionNanoseconds <= 1_000_000
        let words = "steps of \(resolutionNanoseconds) ns"
        return Diagnosis(
            isFine ? .good : .odd, "clock", words, remedy: isFine ? nil : "motion will not be smooth")
    }

    private var timers: Diagnosis {
        let words = "at most \(latenessMilliseconds) ms late"
        guard latenessMilliseconds > ClockFacts.frameMilliseconds else { return Diagnosis(.good, "timers", words) }
        return Diagnosis(.odd, "timers", words, remedy: "the machine is busy; do not run load tests now")
    }

    private var wall: Diagnosis {
        guard unixSeconds < ClockFacts.thisProgramSeconds else {
            return Diagnosis(.good, "date", "the wall clock is set; the expiry of tokens depends on it")
        }
        return Diagnosis(
            .bad, "date", "the wall clock is years behind: tokens do not expire, certificates are not valid yet",
            remedy: "set it, for example with NTP")
    }
}
