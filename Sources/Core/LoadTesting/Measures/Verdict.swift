package import Scripting

/// Whether a run held one of its thresholds.
package struct Verdict: Hashable, Sendable {
    package var threshold: Threshold
    /// The measured value, in the unit of the threshold's bound; nil when nothing of this kind happened.
    package var found: Double?
    package var held: Bool

    package init(_ threshold: Threshold, found: Double?, held: Bool) {
        self.threshold = threshold
        self.found = found
        self.held = held
    }
}
