/// A word that names nothing, with those that would and the one that was probably meant.
public struct UnknownWord: Error, Hashable, Sendable, CustomStringConvertible {
    /// What the word should have named, such as `preset`.
    public let noun: String
    public let word: String
    public let known: [String]

    public init(_ word: String, noun: String, known: [String]) {
        self.noun = noun
        self.word = word
        self.known = known
    }

    /// The known word nearest to it, nil when none is near.
    public var suggestion: String? { Spelling.nearest(to: word, among: known) }

    /// A sentence with the nearest word in front of the others.
    public var description: String {
        let meant = suggestion.map { " (did you mean `\($0)`?)" } ?? ""
        return "no \(noun) is called `\(word)`\(meant); there are \(known.joined(separator: ", "))"
    }
}
