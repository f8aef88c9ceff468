/// What somebody searches for, as the status line shows it.
public struct SearchPrompt: Hashable, Sendable {
    /// Transitions: typing → found or missing on Enter; from both back to typing with the next search.
    public enum Outcome: Hashable, Sendable {
        case typing
        /// `number` of `count` places, from 1.
        case found(number: Int, count: Int)
        case missing
    }

    public var wanted: String
    public var outcome: Outcome

    public init(wanted: String = "", outcome: Outcome = .typing) {
        self.wanted = wanted
        self.outcome = outcome
    }

    /// `/text_`, `/text 2 of 7` or `/text not found`.
    public var text: String {
        switch outcome {
        case .typing: "/\(wanted)_"
        case .found(let number, let count): "/\(wanted) \(number) of \(count)"
        case .missing: "/\(wanted) not found"
        }
    }
}
