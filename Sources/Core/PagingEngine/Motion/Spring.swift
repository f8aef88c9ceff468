/// A critically damped spring: the fastest way to rest that does not swing.
///
/// With y the way from the end and v the velocity, y(t) = (y₀ + (v₀ + ω·y₀)·t)·e^(−ω·t), ω = 2π / response.
struct Spring {
    private static let twoPi = 6.283_185_307_179_586
    private static let e = 2.718_281_828_459_045

    let responseMilliseconds: Int64

    /// Radians per second.
    var angularFrequency: Double { Spring.twoPi * 1_000 / Double(responseMilliseconds) }

    /// How long the movement takes: 1.470 times the response, rounded down to whole milliseconds, and at least one.
    ///
    /// By then a spring from rest has a thousandth of its way left.
    var durationMilliseconds: Int64 { max(1, responseMilliseconds * 1_470 / 1_000) }

    /// Units from the end after `milliseconds`, begun `displacement` units from it at `velocity` units per second.
    func displacement(_ displacement: Double, velocity: Double, afterMilliseconds milliseconds: Int64) -> Double {
        let seconds = Double(milliseconds) / 1_000
        let pull = velocity + angularFrequency * displacement
        return (displacement + pull * seconds) * Exponential.value(-angularFrequency * seconds)
    }

    /// Units per second after `milliseconds`, begun as for `displacement`.
    func velocity(_ displacement: Double, velocity: Double, afterMilliseconds milliseconds: Int64) -> Double {
        let seconds = Double(milliseconds) / 1_000
        let pull = velocity + angularFrequency * displacement
        return (velocity - angularFrequency * pull * seconds) * Exponential.value(-angularFrequency * seconds)
    }

    /// The greatest speed in units per second that carries no further than `room` units beyond both ends of the way.
    ///
    /// The velocity's part of y is v₀·t·e^(−ω·t), at most v₀ / (ω·e).
    func greatestSpeed(within room: Int64) -> Int64 {
        guard room > 0 else { return 0 }
        let speed = Double(room) * angularFrequency * Spring.e
        return speed < Double(Velocity.bound) ? Int64(speed) : Velocity.bound
    }
}

/// The exponential function from + − × ÷ alone.
///
/// Those four are exact to the last bit on every platform by IEEE 754; the exponential of a platform's own
/// library is not, and two members would draw the same keyframe differently.
enum Exponential {
    private static let log2OfE = 1.442_695_040_888_963_4
    /// ln 2 in two parts, so that a multiple of it can be taken away without rounding (Cody and Waite, 1980).
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
