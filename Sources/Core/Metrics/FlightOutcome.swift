/// The end of an animation.
package enum FlightOutcome: String, Hashable, Sendable, CaseIterable {
    case completed
    case interrupted
}
