/// A clock that starts at another time than the world's and goes a little faster or slower.
struct SkewedClock {
    let aheadMilliseconds: Int64
    let driftPerMillion: Int64

    /// What it shows at `world`, in milliseconds.
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
