import Glibc
import WebSocketLoop

/// What the clocks of this machine are good for.
struct ClockFacts {
    /// The smallest step of the monotonic clock.
    var resolutionNanoseconds: Int64
    /// How much later than asked a sleeping process was woken, at worst.
    var latenessMilliseconds: Int64
    /// Seconds since 1970 by the wall clock.
    var unixSeconds: Int64

    /// Sleeps a few times to see how late it is woken.
    init() {
        var resolution = timespec()
        clock_getres(CLOCK_MONOTONIC, &resolution)
        resolutionNanoseconds = Int64(resolution.tv_sec) * 1_000_000_000 + Int64(resolution.tv_nsec)
        latenessMilliseconds = 0
        for _ in 0..<ClockFacts.naps {
            let start = SocketLoop.now()
            usleep(UInt32(ClockFacts.napMilliseconds * 1_000))
            latenessMilliseconds = max(latenessMilliseconds, SocketLoop.now() - start - ClockFacts.napMilliseconds)
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
    /// A frame: pictures and load come visibly late beyond.
    private static let frameMilliseconds: Int64 = 33
    /// The first of January 2026; this program is younger.
    private static let thisProgramSeconds: Int64 = 1_767_225_600

    var symptoms: [Diagnosis] { [monotonic, timers, wall] }

    private var monotonic: Diagnosis {
        let isFine = resolutionNanoseconds <= 1_000_000
        let words = "steps of \(resolutionNanoseconds) ns"
        return Diagnosis(
            isFine ? .good : .odd, "clock", words, remedy: isFine ? nil : "movements will not be smooth")
    }

    private var timers: Diagnosis {
        let words = "late by \(latenessMilliseconds) ms at worst"
        guard latenessMilliseconds > ClockFacts.frameMilliseconds else { return Diagnosis(.good, "timers", words) }
        return Diagnosis(.odd, "timers", words, remedy: "the machine is busy; do not measure on it now")
    }

    private var wall: Diagnosis {
        guard unixSeconds < ClockFacts.thisProgramSeconds else {
            return Diagnosis(.good, "date", "the wall clock is set; tokens expire by it")
        }
        return Diagnosis(
            .bad, "date", "the wall clock is years behind: tokens never expire, certificates are not yet good",
            remedy: "set it, best by NTP")
    }
}
