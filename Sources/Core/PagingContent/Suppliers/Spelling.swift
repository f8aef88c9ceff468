/// A search for the word nearest to a misspelled one.
package enum Spelling {
    /// The word of `known` nearest to `word`; nil when each differs in more than one letter and more than a third of the
    /// letters. Of equally near words, the first.
    package static func nearest(to word: String, among known: [String]) -> String? {
        let limit = max(1, max(word.count, 3) / 3)
        let written = Array(word.lowercased())
        let measured = known.map { (word: $0, distance: distance(written, Array($0.lowercased()))) }
        guard let best = measured.min(by: { $0.distance < $1.distance }), best.distance <= limit else { return nil }
        return best.word
    }

    /// Number of insertions, deletions, changes and swaps of neighbours between two words (optimal string alignment).
    static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let cost = left[row] == right[column] ? 0 : 1
                var best = min(last[column + 1] + 1, current[column] + 1, last[column] + cost)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}

/// An unknown word, with the known words and the one that was probably meant.
package struct UnknownWord: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of thing the word should name, such as `preset`.
    package let noun: String
    package let word: String
    package let known: [String]

    package init(_ word: String, noun: String, known: [String]) {
        self.noun = noun
        self.word = word
        self.known = known
    }

    /// The nearest known word, or nil when none is near.
    package var suggestion: String? { Spelling.nearest(to: word, among: known) }

    /// A sentence with the nearest word, then all known words.
    package var description: String {
        let meant = suggestion.map { " (did you mean `\($0)`?)" } ?? ""
        return "no \(noun) is called `\(word)`\(meant); there are \(known.joined(separator: ", "))"
    }
}
