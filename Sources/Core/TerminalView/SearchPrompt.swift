/// What somebody searches for, as the status line shows it.
package struct SearchPrompt: Hashable, Sendable {
    /// Transitions: typing → found or missing on Enter; from both back to typing with the next search.
    package enum Outcome: Hashable, Sendable {
        case typing
        /// `number` of `count` places, from 1.
        case found(number: Int, count: Int)
        case missing
    }

    package var wanted: String
    package var outcome: Outcome

    package init(wanted: String = "", outcome: Outcome = .typing) {
        self.wanted = wanted
        self.outcome = outcome
    }

    /// `/text_`, `/text 2 of 7` or `/text not found`.
    package var text: String {
        switch outcome {
        case .typing: "/\(wanted)_"
        case .found(let number, let count): "/\(wanted) \(number) of \(count)"
        case .missing: "/\(wanted) not found"
        }
    }
}
