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
