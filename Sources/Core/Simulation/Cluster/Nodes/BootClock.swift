import PagingEngine

/// The boot clock of a machine, which may stand still while the machine does.
struct BootClock {
    private let skew: SkewedClock
    private var stoodStillMilliseconds: Int64 = 0

    init(aheadMilliseconds: Int64, driftPerMillion: Int64) {
        skew = SkewedClock(aheadMilliseconds: aheadMilliseconds, driftPerMillion: driftPerMillion)
    }

    mutating func standStill(milliseconds: Int64) { stoodStillMilliseconds += milliseconds }

    func own(at world: Instant) -> Instant {
        Instant(milliseconds: skew.own(at: world.milliseconds - stoodStillMilliseconds))
    }

    /// The first moment of the world, not before `now`, at which the clock shows `own` or more.
    func world(at own: Instant, notBefore now: Instant) -> Instant {
        let before = now.milliseconds - stoodStillMilliseconds
        return Instant(milliseconds: skew.world(at: own.milliseconds, notBefore: before) + stoodStillMilliseconds)
    }
}
