/// Follows the comments of a deck from line to line, outside of fenced code.
struct CommentReader {
    /// Whether a comment goes on after the lines read so far.
    private(set) var isOpen = false
    /// The longest run of back-ticks that is taken for code within a line, which bounds the time for a line.
    private static let mostTicks = 8

    /// Reads the next line.
    mutating func read(_ text: some StringProtocol) { read(Substring(text)) { _ in } }

    /// Reads the next line.
    ///
    /// - Returns: what is outside of its comments.
    mutating func outside(of line: Substring) -> String {
        var found = ""
        read(line) { found += $0 }
        return found
    }

    private mutating func read(_ line: Substring, outside: (Substring) -> Void) {
        var rest = line
        while true {
            if isOpen {
                guard let end = rest.firstRange(ofMark: "-->") else { return }
                (rest, isOpen) = (rest[end.upperBound...], false)
            }
            guard let inside = CommentReader.afterOpening(in: rest) else { return outside(rest) }
            outside(rest[..<inside.startIndex].dropLast(4))
            (rest, isOpen) = (inside, true)
        }
    }

    /// The text behind the last `<!--` of a line that begins outside of a comment; nil without one.
    static func lastOpening(in line: Substring) -> Substring? {
        var (last, rest): (Substring?, Substring) = (nil, line)
        while let inside = afterOpening(in: rest) {
            last = inside
            guard let end = inside.firstRange(ofMark: "-->") else { break }
            rest = inside[end.upperBound...]
        }
        return last
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
    static func afterOpening(in text: Substring) -> Substring? { behind("<!--", in: text) }

    /// The text behind the first `mark`, which begins with `<`, in small or capital letters, that is neither code within the line
    /// nor escaped; nil without one.
    static func behind(_ mark: String, in text: Substring) -> Substring? {
        var rest = text
        /// Lengths of runs of back-ticks that no later run has.
        var unpaired: Set<Int> = []
        let marks = Set("<`\\".utf8)
        while let place = rest.utf8.firstIndex(where: marks.contains) {
            rest = rest[place...]
            if rest.first == "<", rest.prefix(mark.count).lowercased() == mark { return rest.dropFirst(mark.count) }
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
