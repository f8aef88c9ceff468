/// One keyframe of movement, complete in itself: anyone can evaluate it at any time and sees the same.
public struct Animation: Hashable, Sendable {
    /// Why the pager moves.
    public enum Cause: String, Hashable, Sendable, CaseIterable {
        /// A drag was let go.
        case release
        /// A drag was cancelled or its holder was lost.
        case cancel
        case step
        case jump
        /// New content took the target away.
        case content
    }

    public let id: AnimationID
    public internal(set) var from: Position
    public internal(set) var to: Position
    /// Velocity at the start; 0 except for springs and decay.
    public let startVelocity: Velocity
    public let start: Instant
    /// At this moment the position is exactly `to`.
    public let end: Instant
    public let curve: Curve
    public let cause: Cause
    /// Whose input started it.
    public let by: MemberID?

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

    /// The same movement `distance` further along the row; content that came or went before it does this.
    public func rebased(by distance: Distance) -> Animation {
        var moved = self
        moved.from = from + distance
        moved.to = to + distance
        return moved
    }
}

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

extension Animation {
    /// The last whole millisecond before the movement turns round, or nil when it goes one way only.
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
    /// Whole milliseconds until it turns round, begun as for `displacement`; nil when it does not while it lasts.
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
    /// Even speed.
    case linear
    /// Critically damped spring; `response` is its period in milliseconds, ω = 2π / response.
    case spring(responseMilliseconds: Int64)
    /// Free deceleration, the velocity falling to 0.998 of itself each millisecond.
    case decay
}
