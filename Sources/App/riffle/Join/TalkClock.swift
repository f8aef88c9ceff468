import PagingEngine
import Scripting
import TerminalView

/// The clock of a talk as one person looks at it.
struct TalkClock {
    var startedAt: Instant
    var isShown = false
    let durationMilliseconds: Int64?

    /// - Parameters:
    ///   - pace: when which page is due; nil without a rehearsal.
    ///   - page: the page everybody goes to.
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
