/// A keyframe of movement, complete in itself: every client can evaluate it at any time, with the same result.
public struct Animation: Hashable, Sendable {
    /// The reason for an animation.
    public enum Cause: String, Hashable, Sendable, CaseIterable {
        /// A drag was released.
        case release
        /// A drag was cancelled or its holder was lost.
        case cancel
        /// A button was pressed.
        case step
        /// A page was chosen.
        case jump
        /// New content no longer has the target.
        case content
    }

    /// The number of the animation.
    public let id: AnimationID
    /// Position at `start`.
    public internal(set) var from: Position
    /// Position at `end`.
    public internal(set) var to: Position
    /// Velocity at the start; 0 except for springs and decay.
    public let startVelocity: Velocity
    /// Time at which it starts.
    public let start: Instant
    /// Time from which the position is exactly `to`.
    public let end: Instant
    /// The shape of the movement.
    public let curve: Curve
    /// The reason for it.
    public let cause: Cause
    /// The member whose input started it; nil for none.
    public let by: MemberID?

    /// An animation with these values.
    public init(
        id: AnimationID, from: Position, to: Position, startVelocity: Velocity, start: Instant, end: Instant,
        curve: Curve, cause: Cause, by: MemberID?
    ) {
        self.id = id
        self.from = from
        self.to = to
        self.startVelocity = startVelocity
        self.start = start
        self.end = end
        self.curve = curve
        self.cause = cause
        self.by = by
    }

    /// The same movement shifted by `distance`, after pages before it were added or removed.
    public func rebased(by distance: Distance) -> Animation {
        var moved = self
        moved.from = from + distance
        moved.to = to + distance
        return moved
    }
}

extension Animation {
    /// The position at `instant`: `from` up to the start, exactly `to` from the end on. `Curve` has the formulas.
    ///
    /// The result is bit-identical on every platform, so that the server and its clients agree.
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

    /// The velocity at `instant`, within the bound of a velocity; 0 from the end on, and for linear movement, whose
    /// velocity no other movement takes over.
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

    /// Distance from the end at the start, in units.
    private var displacement: Double { Double((from - to).units) }

    /// The share of the distance; in two parts, because the whole distance times the time may overflow.
    private func linearWay(afterMilliseconds elapsed: Int64) -> Distance {
        let duration = end.milliseconds(since: start)
        let (whole, rest) = (to - from).units.quotientAndRemainder(dividingBy: duration)
        return Distance(units: whole * elapsed + (rest * elapsed).dividedRoundingHalfAway(by: duration))
    }
}

extension Animation {
    /// The last whole millisecond before the movement changes direction, or nil when it does not.
    ///
    /// A critical spring turns at most once, where its velocity is 0: t = v₀ / (ω·(v₀ + ω·y₀)).
    var turn: Instant? {
        guard case .spring(let response) = curve else { return nil }
        let spring = Spring(responseMilliseconds: response)
        return spring.turnMilliseconds(Double((from - to).units), velocity: Double(startVelocity.unitsPerSecond))
            .map { start.advanced(byMilliseconds: $0) }
    }
}

extension Spring {
    /// Whole milliseconds until the spring changes direction, started as for `displacement`; nil when it does not.
    func turnMilliseconds(_ displacement: Double, velocity: Double) -> Int64? {
        let pull = velocity + angularFrequency * displacement
        guard pull != 0 else { return nil }
        let milliseconds = 1_000 * velocity / (angularFrequency * pull)
        guard milliseconds > 0, milliseconds < Double(durationMilliseconds) else { return nil }
        return Int64(milliseconds)
    }
}

/// The shape of an animation between its two ends.
public enum Curve: Hashable, Sendable {
    /// Constant speed: from + (to − from) · t / duration, rounded half away from zero.
    case linear
    /// A critically damped spring; `response` is its period in milliseconds. With ω = 2π / response, y the distance
    /// from the end and v the velocity: y(t) = (y₀ + (v₀ + ω·y₀)·t)·e^(−ω·t).
    case spring(responseMilliseconds: Int64)
    /// Deceleration: the velocity falls to 0.998 of itself each millisecond. The distance after t milliseconds is
    /// v₀ · (1 − 0.998^t) / −ln 0.998.
    case decay
}
