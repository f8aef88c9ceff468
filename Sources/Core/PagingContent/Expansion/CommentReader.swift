/// Follows the comments of a deck from line to line, outside of code.
struct CommentReader {
    /// Whether a comment goes on after the lines read so far.
    private(set) var isOpen = false

    /// Reads the next line.
    mutating func read(_ text: some StringProtocol) {
        var rest = Substring(text)
        while let mark = rest.firstRange(of: isOpen ? "-->" : "<!--") {
            rest = rest[mark.upperBound...]
            isOpen.toggle()
        }
    }
}
