/// A clock with an offset and a small drift from the world's.
struct SkewedClock {
    let aheadMilliseconds: Int64
    let driftPerMillion: Int64

    /// The clock's time at `world`, in milliseconds.
    func own(at world: Int64) -> Int64 {
        world + aheadMilliseconds + world * driftPerMillion / 1_000_000
    }

    /// The first moment of the world, not before `now`, at which it shows `own` or more.
    func world(at own: Int64, notBefore now: Int64) -> Int64 {
        var moment = own - aheadMilliseconds
        moment -= moment * driftPerMillion / 1_000_000 + 2
        moment = max(moment, now)
        while self.own(at: moment) < own { moment += 1 }
        return moment
    }
}
