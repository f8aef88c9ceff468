import Scripting

/// The end of a run before its plan, by a threshold that did not hold.
package struct RunAbort: Hashable, Sendable {
    /// On what was measured until then.
    package var verdict: Verdict
    /// Whole seconds of the run that had been judged.
    package var second: Int

    /// Such as `gaps == 0 ended the run after 12 s`.
    var text: String { "\(verdict.threshold.text) ended the run after \(second) s" }
}
