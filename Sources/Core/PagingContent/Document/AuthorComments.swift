/// Takes the text out of a page's comments that command nothing: what authors write for themselves is not for the audience.
///
/// An empty comment stays in the place of each, since a comment may end a paragraph or a list.
struct AuthorComments {
    private var shown: [SourceLine] = []
    /// The comment being read: what its line has before it, and its text so far.
    private var open: (before: String, text: String)?

    /// The lines with their comments in code, and those without an end, as they were.
    static func emptied(in lines: [SourceLine]) -> [SourceLine] {
        guard lines.contains(where: { $0.text.contains(mark: "<!--") }) else { return lines }
        var comments = AuthorComments()
        for (line, isText) in zip(lines, TextReader.isPlainText(lines)) {
            if isText || comments.open != nil { comments.read(line) } else { comments.shown.append(line) }
        }
        if let open = comments.open, let last = lines.last {
            comments.shown.append(last.replaced(by: "\(open.before)<!--\(open.text.dropLast())"))
        }
        return comments.shown
    }

    private mutating func read(_ line: SourceLine) {
        var (before, rest) = ("", line.text)
        while true {
            if let comment = open {
                guard let end = rest.firstRange(ofMark: "-->") else {
                    open?.text += "\(rest)\n"
                    return
                }
                let whole = "<!--\(comment.text)\(rest[..<end.lowerBound])-->"
                before = comment.before + (AuthorComments.commands(whole) ? whole : "<!-- -->")
                rest = rest[end.upperBound...]
                open = nil
            }
            guard let inside = CommentReader.afterOpening(in: rest) else { break }
            before += rest[..<inside.startIndex]
            rest = inside
            // Not every reader of Markdown takes `<!-->` for the beginning of a comment.
            if !inside.hasPrefix(">"), !inside.hasPrefix("->") { open = (String(before.dropLast(4)), "") }
        }
        shown.append(line.replaced(by: before + rest))
    }

    private static func commands(_ comment: String) -> Bool {
        PageCommand(comment: comment[...]) != nil || PauseLine.isPause(comment[...])
            || comment.dropFirst(4).dropLast(3).trimmed == PageFooter.absence
    }
}
