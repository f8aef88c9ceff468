/// Exponential decay of a velocity: it falls to 0.998 of itself with each millisecond, the normal deceleration rate of
/// iOS scroll views (`UIScrollView.DecelerationRate.normal`).
enum Decay {
    /// −ln 0.998, per millisecond.
    private static let rate = 0.002_002_002_670_673_079_3

    /// The distance after `milliseconds`: v · (1 − 0.998^t) / −ln 0.998.
    static func way(from velocity: Velocity, afterMilliseconds milliseconds: Int64) -> Distance {
        let perMillisecond = Double(velocity.unitsPerSecond) / 1_000
        let spent = 1 - Exponential.value(-rate * Double(milliseconds))
        return Distance(units: Int64(roundingHalfAway: perMillisecond * spent / rate))
    }

    /// The velocity after `milliseconds`.
    static func velocity(from velocity: Velocity, afterMilliseconds milliseconds: Int64) -> Velocity {
        let left = Double(velocity.unitsPerSecond) * Exponential.value(-rate * Double(milliseconds))
        return Velocity(unitsPerSecond: Int64(roundingHalfAway: left))
    }

    /// The greatest speed, in units per second, that stops within `room` ≥ 0.
    static func greatestSpeed(within room: Distance) -> Int64 {
        let speed = Double(room.units) * rate * 1_000
        return speed < Double(Velocity.bound) ? Int64(speed) : Velocity.bound
    }

    /// Milliseconds until less than half a unit of distance is left, which rounds to nothing.
    static func durationMilliseconds(from velocity: Velocity) -> Int64 {
        let whole = Double(velocity.unitsPerSecond.magnitude) / 1_000 / rate
        var low: Int64 = 0
        var high: Int64 = 16_384
        while low < high {
            let middle = (low + high) / 2
            if whole * Exponential.value(-rate * Double(middle)) < 0.5 { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
