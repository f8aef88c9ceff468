/// The search as the status line shows it.
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

/// The input line of a search.
package struct SearchLine: Hashable, Sendable {
    /// The result of a key.
    package enum Outcome: Hashable, Sendable {
        case typing
        /// Empty to repeat the last search.
        case entered(String)
        case left
    }

    package private(set) var text = ""

    package init() {}

    /// Reads a key; Ctrl-C is handled elsewhere.
    package mutating func read(_ key: Key) -> Outcome {
        switch key {
        case .enter: return .entered(text)
        case .escape: return .left
        case .backspace:
            guard !text.isEmpty else { return .left }
            text.removeLast()
        case .control("u"): text = ""
        case .character(let character): if text.count < Search.longestText { text.append(character) }
        default: break
        }
        return .typing
    }
}
