/// What a member that came back with `since` got.
package enum ResumeOutcome: String, Hashable, Sendable, CaseIterable {
    /// Exactly the events it missed.
    case recovered
    /// A snapshot: too many events had passed.
    case tooOld
    /// A snapshot: the room has begun a new life since.
    case otherEpoch
}
