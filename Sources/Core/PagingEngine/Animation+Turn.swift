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
