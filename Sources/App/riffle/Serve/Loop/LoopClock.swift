import PagingEngine
import Platform

/// The clock of a loop, which members see: that of the machine or, in a cluster, the time that all nodes share.
struct LoopClock {
    private let node: NodeState?
    /// The newest time of a cluster. Corrections are small; instead of going back, the clock stands still.
    private var newest = Instant(milliseconds: .min)

    init(of node: NodeState?) { self.node = node }

    /// Now. In a cluster whose time is not known yet, the time since the start of the machine.
    mutating func now() -> Instant {
        guard let node else { return Instant(milliseconds: MonotonicClock.milliseconds) }
        newest = max(newest, Instant(milliseconds: BootClock.milliseconds + (node.timeLead ?? 0)))
        return newest
    }

    /// The time of `MonotonicClock` at which this clock shows `time`, as far as is known now.
    mutating func machineMilliseconds(at time: Instant) -> Int64 {
        guard node != nil else { return time.milliseconds }
        return MonotonicClock.milliseconds + time.milliseconds(since: now())
    }
}
