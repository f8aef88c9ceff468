import PagingEngine
import Scripting
import TerminalView

/// The time of a talk, as one person looks at it.
struct TalkClock {
    private(set) var isShown = false
    private var startedAt: Instant
    private let durationMilliseconds: Int64?

    init(startedAt: Instant, durationMilliseconds: Int64?) {
        self.startedAt = startedAt
        self.durationMilliseconds = durationMilliseconds
    }

    mutating func toggle() { isShown.toggle() }

    mutating func restart(at now: Instant) { startedAt = now }

    /// - Parameters:
    ///   - pace: the planned time of each page; nil without a rehearsal.
    ///   - page: the page that the room goes to.
    func timer(at now: Instant, pace: Pace? = nil, page: PageID? = nil) -> TalkTimer {
        let elapsed = elapsed(at: now)
        let ahead = page.flatMap { pace?.aheadMilliseconds(on: $0, elapsedMilliseconds: elapsed) }
        return TalkTimer(
            elapsedMilliseconds: elapsed, durationMilliseconds: durationMilliseconds, aheadMilliseconds: ahead)
    }

    /// When the next second is over.
    func nextTick(at now: Instant) -> Instant {
        startedAt.advanced(byMilliseconds: (elapsed(at: now) / 1_000 + 1) * 1_000)
    }

    private func elapsed(at now: Instant) -> Int64 { max(0, now.milliseconds(since: startedAt)) }
}
