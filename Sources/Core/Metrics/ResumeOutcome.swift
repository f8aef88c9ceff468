/// The catch-up of a member that returned with `since`.
package enum ResumeOutcome: String, Hashable, Sendable, CaseIterable {
    /// Exactly the events it missed.
    case recovered
    /// A snapshot: the ring no longer held the missed events.
    case tooOld
    /// A snapshot: the room's epoch has changed.
    case otherEpoch
}
