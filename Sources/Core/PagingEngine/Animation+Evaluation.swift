extension Animation {
    /// Where the pager stands at `instant`: `from` up to the start, exactly `to` from the end on.
    ///
    /// Bit for bit the same on every platform, so a server and its members agree.
    public func position(at instant: Instant) -> Position {
        guard instant < end else { return to }
        let elapsed = instant.milliseconds(since: start)
        guard elapsed > 0 else { return from }
        switch curve {
        case .linear:
            return from + linearWay(afterMilliseconds: elapsed)
        case .spring(let response):
            let left = Spring(responseMilliseconds: response).displacement(
                displacement, velocity: Double(startVelocity.unitsPerSecond), afterMilliseconds: elapsed)
            return to + Distance(units: Int64(roundingHalfAway: left))
        case .decay:
            return from + Decay.way(from: startVelocity, afterMilliseconds: elapsed)
        }
    }

    /// How fast the pager moves at `instant`, within the bound of a velocity; 0 from the end on and for even movement,
    /// which has no velocity to hand over.
    public func velocity(at instant: Instant) -> Velocity {
        guard instant < end else { return .zero }
        let elapsed = max(0, instant.milliseconds(since: start))
        switch curve {
        case .linear:
            return .zero
        case .spring(let response):
            let speed = Spring(responseMilliseconds: response).velocity(
                displacement, velocity: Double(startVelocity.unitsPerSecond), afterMilliseconds: elapsed)
            let bound = Double(Velocity.bound)
            return Velocity(unitsPerSecond: Int64(roundingHalfAway: min(max(speed, -bound), bound)))
        case .decay:
            return Decay.velocity(from: startVelocity, afterMilliseconds: elapsed)
        }
    }

    /// Units from the end at the start.
    private var displacement: Double { Double((from - to).units) }

    /// The even share of the way; in two parts, because the whole way times the time need not fit.
    private func linearWay(afterMilliseconds elapsed: Int64) -> Distance {
        let duration = end.milliseconds(since: start)
        let (whole, rest) = (to - from).units.quotientAndRemainder(dividingBy: duration)
        return Distance(units: whole * elapsed + (rest * elapsed).dividedRoundingHalfAway(by: duration))
    }
}
