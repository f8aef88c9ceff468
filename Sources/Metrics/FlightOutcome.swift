/// How an animation ended.
public enum FlightOutcome: String, Hashable, Sendable, CaseIterable {
    case completed
    case interrupted
}
