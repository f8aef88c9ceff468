package import Scripting

/// Whether a run held one of its thresholds.
package struct Verdict: Hashable, Sendable {
    package var threshold: Threshold
    /// The measured value, in the unit of the threshold's bound; nil when nothing of this kind happened.
    package var found: Double?
    package var held: Bool
    /// Seconds of the run in which the value was found, when the threshold is judged over windows; of several windows the
    /// worst one.
    package var seconds: Range<Int>?
    /// All windows, and those in which it did not hold; 0 without windows.
    package var windows = 0
    package var brokenWindows = 0
    /// Whether the run ended early because of it.
    package var endedRun = false

    package init(_ threshold: Threshold, found: Double?, held: Bool) {
        self.threshold = threshold
        self.found = found
        self.held = held
    }
}
