/// The text somebody types to search for.
package struct SearchLine: Hashable, Sendable {
    /// What a key made of it.
    package enum Outcome: Hashable, Sendable {
        case typing
        /// Empty for "once more what was searched for last".
        case entered(String)
        case left
    }

    package private(set) var text = ""

    package init() {}

    /// Takes a key; all but Ctrl-C, which is not for it.
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
