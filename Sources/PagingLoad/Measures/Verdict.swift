public import PagingScript

/// Whether a run held one of its thresholds.
public struct Verdict: Hashable, Sendable {
    public var threshold: Threshold
    /// What the run has measured, in the unit of the threshold's bound; nil when nothing of the kind happened.
    public var found: Double?
    public var held: Bool

    public init(_ threshold: Threshold, found: Double?, held: Bool) {
        self.threshold = threshold
        self.found = found
        self.held = held
    }
}
