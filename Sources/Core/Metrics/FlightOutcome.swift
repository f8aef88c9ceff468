/// How an animation ended.
package enum FlightOutcome: String, Hashable, Sendable, CaseIterable {
    case completed
    case interrupted
}
