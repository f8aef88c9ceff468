import PagingEngine
import TerminalView

/// The clock of a talk as one person looks at it.
struct TimerFace {
    var startedAt: Instant
    var isShown = false
    let durationMilliseconds: Int64?

    func timer(at now: Instant) -> TalkTimer {
        TalkTimer(elapsedMilliseconds: elapsed(at: now), durationMilliseconds: durationMilliseconds)
    }

    /// When the next second is over.
    func nextTick(at now: Instant) -> Instant {
        startedAt.advanced(byMilliseconds: (elapsed(at: now) / 1_000 + 1) * 1_000)
    }

    private func elapsed(at now: Instant) -> Int64 { max(0, now.milliseconds(since: startedAt)) }
}
