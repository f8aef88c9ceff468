/// Follows the comments of a deck from line to line, outside of fenced code.
struct CommentReader {
    /// Whether a comment goes on after the lines read so far.
    private(set) var isOpen = false
    /// The longest run of back-ticks that is taken for code within a line, which bounds the time for a line.
    private static let mostTicks = 8

    /// Reads the next line.
    mutating func read(_ text: some StringProtocol) {
        var rest = Substring(text)
        while true {
            if isOpen {
                guard let end = rest.firstRange(ofMark: "-->") else { return }
                (rest, isOpen) = (rest[end.upperBound...], false)
            }
            guard let inside = CommentReader.afterOpening(in: rest) else { return }
            (rest, isOpen) = (inside, true)
        }
    }

    /// For each line, whether in it and those behind it a comment begins before one ends. A comment that is open there lacks
    /// its end.
    static func lackingEnds(in lines: some BidirectionalCollection<Substring>) -> [Bool] {
        var isLacking = false
        let reversed = lines.reversed().map { line in
            let begin = line.firstRange(ofMark: "<!--")?.lowerBound
            let end = line.firstRange(ofMark: "-->")?.lowerBound
            if begin != nil || end != nil { isLacking = begin ?? line.endIndex < end ?? line.endIndex }
            return isLacking
        }
        return reversed.reversed()
    }

    /// The text behind the first `<!--` that is neither code within the line nor escaped; nil without one.
    private static func afterOpening(in text: Substring) -> Substring? {
        var rest = text
        /// Lengths of runs of back-ticks that no later run has.
        var unpaired: Set<Int> = []
        let marks = Set("<`\\".utf8)
        while let mark = rest.utf8.firstIndex(where: marks.contains) {
            rest = rest[mark...]
            if rest.hasPrefix("<!--") { return rest.dropFirst(4) }
            if rest.first == "`" {
                let ticks = rest.prefix { $0 == "`" }
                rest = rest[ticks.endIndex...]
                guard ticks.count <= mostTicks, !unpaired.contains(ticks.count) else { continue }
                if let behind = rest.afterRun(of: ticks) { rest = behind } else { unpaired.insert(ticks.count) }
            } else {
                rest = rest.dropFirst(rest.first == "\\" ? 2 : 1)
            }
        }
        return nil
    }
}

extension Substring {
    /// The text behind the next run of back-ticks of the same length.
    fileprivate func afterRun(of ticks: Substring) -> Substring? {
        var rest = self
        while let start = rest.firstIndex(of: "`") {
            let run = rest[start...].prefix { $0 == "`" }
            if run.count == ticks.count { return rest[run.endIndex...] }
            rest = rest[run.endIndex...]
        }
        return nil
    }
}
