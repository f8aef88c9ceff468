/// Follows the comments of a deck from line to line, outside of code. Nothing in a comment is expanded: it may hold notes, which
/// other text could end.
struct CommentReader {
    /// Whether a comment goes on after the lines read so far.
    private(set) var isOpen = false

    /// Reads the next line. Returns whether it begins within a comment.
    mutating func read(_ text: String) -> Bool {
        // A comment does not go on in the next page.
        guard text != "---" else {
            isOpen = false
            return false
        }
        let wasOpen = isOpen
        if wasOpen {
            if let end = text.firstRange(of: "-->") { isOpen = text[end.upperBound...].contains("<!--") }
        } else if let start = text.firstRange(of: "<!--") {
            isOpen = !text[start.upperBound...].contains("-->")
        }
        return wasOpen
    }
}
