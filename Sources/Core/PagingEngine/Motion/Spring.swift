/// A critically damped spring: it comes to rest as fast as possible without oscillation.
///
/// With y the distance from the end and v the velocity, y(t) = (y₀ + (v₀ + ω·y₀)·t)·e^(−ω·t), ω = 2π / response.
struct Spring {
    private static let twoPi = 6.283_185_307_179_586
    private static let e = 2.718_281_828_459_045

    let responseMilliseconds: Int64

    /// Radians per second.
    var angularFrequency: Double { Spring.twoPi * 1_000 / Double(responseMilliseconds) }

    /// Length of the movement: 1.470 times the response, rounded down to whole milliseconds, at least 1. By then a spring
    /// from rest has a thousandth of its distance left.
    var durationMilliseconds: Int64 { max(1, responseMilliseconds * 1_470 / 1_000) }

    /// Distance from the end in units after `milliseconds`, started `displacement` units from it at `velocity` units per
    /// second.
    func displacement(_ displacement: Double, velocity: Double, afterMilliseconds milliseconds: Int64) -> Double {
        let seconds = Double(milliseconds) / 1_000
        let pull = velocity + angularFrequency * displacement
        return (displacement + pull * seconds) * Exponential.value(-angularFrequency * seconds)
    }

    /// Velocity in units per second after `milliseconds`, started as for `displacement`.
    func velocity(_ displacement: Double, velocity: Double, afterMilliseconds milliseconds: Int64) -> Double {
        let seconds = Double(milliseconds) / 1_000
        let pull = velocity + angularFrequency * displacement
        return (velocity - angularFrequency * pull * seconds) * Exponential.value(-angularFrequency * seconds)
    }

    /// The greatest speed in units per second that goes no further than `room` units beyond both ends.
    ///
    /// The velocity's part of y is v₀·t·e^(−ω·t), at most v₀ / (ω·e).
    func greatestSpeed(within room: Int64) -> Int64 {
        guard room > 0 else { return 0 }
        let speed = Double(room) * angularFrequency * Spring.e
        return speed < Double(Velocity.bound) ? Int64(speed) : Velocity.bound
    }
}

/// The exponential function, computed with + − × ÷ alone.
///
/// IEEE 754 defines those four to the last bit, so the result is the same on every platform. The exponential of the
/// platform's library is not, and two clients would draw the same keyframe differently.
enum Exponential {
    private static let log2OfE = 1.442_695_040_888_963_4
    /// ln 2 in two parts, so that a multiple of it can be subtracted without rounding (Cody and Waite, 1980).
    private static let ln2High = 6.931_471_803_691_238_164_90e-01
    private static let ln2Low = 1.908_214_929_270_587_700_02e-10

    /// e to the power of `exponent`, within two units in the last place; 0 below −700 and not meant above 700.
    static func value(_ exponent: Double) -> Double {
        guard exponent > -700 else { return 0 }
        precondition(exponent < 700, "the machine only ever decays")
        let doublings = Int64(roundingHalfAway: exponent * log2OfE)
        let rest = exponent - Double(doublings) * ln2High - Double(doublings) * ln2Low
        let scale = Double(bitPattern: UInt64(1_023 + doublings) << 52)
        return series(rest) * scale
    }

    /// The power series up to the thirteenth term: for |x| ≤ ½ ln 2 the next one is below 10^−17.
    private static func series(_ x: Double) -> Double {
        var sum = 1.0
        var term = 13.0
        while term > 0 {
            sum = 1 + x * sum / term
            term -= 1
        }
        return sum
    }
}
