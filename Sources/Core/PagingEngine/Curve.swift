/// The shape of an animation between its two ends.
public enum Curve: Hashable, Sendable {
    /// Even speed.
    case linear
    /// Critically damped spring; `response` is its period in milliseconds, ω = 2π / response.
    case spring(responseMilliseconds: Int64)
    /// Free deceleration, the velocity falling to 0.998 of itself each millisecond.
    case decay
}
