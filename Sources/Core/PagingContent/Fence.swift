/// The opening line of fenced code: three or more back-ticks or tildes (CommonMark 0.31, §4.5).
struct Fence {
    private let mark: Character
    private let length: Int

    init?(opening line: Substring) {
        guard let (mark, length, rest) = Fence.marks(of: line) else { return nil }
        guard mark == "~" || !rest.contains("`") else { return nil }
        self.mark = mark
        self.length = length
    }

    /// Whether `line` ends the code: at least as many of the same marks and nothing else.
    func isClosed(by line: Substring) -> Bool {
        guard let (mark, length, rest) = Fence.marks(of: line) else { return false }
        return mark == self.mark && length >= self.length && rest.allSatisfy(\.isWhitespace)
    }

    private static func marks(of line: Substring) -> (mark: Character, length: Int, rest: Substring)? {
        let start = line.drop { $0 == " " }
        guard line.count - start.count <= 3, let mark = start.first, mark == "`" || mark == "~" else { return nil }
        let length = start.prefix { $0 == mark }.count
        return length >= 3 ? (mark, length, start.dropFirst(length)) : nil
    }
}
