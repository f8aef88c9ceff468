/// A word that names nothing, with those that would and the one that was probably meant.
package struct UnknownWord: Error, Hashable, Sendable, CustomStringConvertible {
    /// What the word should have named, such as `preset`.
    package let noun: String
    package let word: String
    package let known: [String]

    package init(_ word: String, noun: String, known: [String]) {
        self.noun = noun
        self.word = word
        self.known = known
    }

    /// The known word nearest to it, nil when none is near.
    package var suggestion: String? { Spelling.nearest(to: word, among: known) }

    /// A sentence with the nearest word in front of the others.
    package var description: String {
        let meant = suggestion.map { " (did you mean `\($0)`?)" } ?? ""
        return "no \(noun) is called `\(word)`\(meant); there are \(known.joined(separator: ", "))"
    }
}
