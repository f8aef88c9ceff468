import PagingEngine

/// Spreads the check of all connections' time limits over a second: more connections take more steps, so that the pings
/// of a crowd delay nobody.
struct TimeLimitSweep: Sendable {
    private(set) var dueAt: Instant
    /// Connections checked so far in this round.
    private var checked = 0
    private let budget: LoopBudget

    init(budget: LoopBudget, at now: Instant) {
        self.budget = budget
        dueAt = now.advanced(byMilliseconds: budget.sweepSpacingMilliseconds)
    }

    mutating func restart(at now: Instant) {
        dueAt = now.advanced(byMilliseconds: budget.sweepSpacingMilliseconds)
    }

    /// The positions to check now, out of `count`.
    mutating func takeStep(of count: Int, at now: Instant) -> Range<Int> {
        guard now >= dueAt else { return 0..<0 }
        let steps = max(1, count / budget.connectionsPerSweepStep)
        dueAt = now.advanced(byMilliseconds: budget.sweepSpacingMilliseconds / Int64(steps))
        if checked >= count { checked = 0 }
        let step = checked..<min(count, checked + (count + steps - 1) / steps)
        checked = step.upperBound
        return step
    }
}
