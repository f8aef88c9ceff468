/// Removes `<!-- notes: … -->` comments from a page's lines; a comment may span several lines.
struct NotesReader {
    private static let opening = "<!--"
    private static let word = "notes:"
    private static let closing = "-->"

    /// Returns the lines that remain to be shown, and the notes in their order.
    static func take(
        from lines: ArraySlice<SourceLine>, warnings: inout [DeckWarning]
    ) -> (shown: [SourceLine], notes: [String]) {
        var reader = NotesReader(lastClosing: lines.last { $0.text.contains(closing) }?.number ?? 0)
        for line in lines { reader.read(line, &warnings) }
        return (reader.shown, reader.notes.filter { !$0.isEmpty })
    }

    /// The number of the last line that could end a comment; a comment that begins after it has no end.
    private let lastClosing: Int
    private var shown: [SourceLine] = []
    private var notes: [String] = []
    private var fence: Fence?
    /// The lines of the comment being read, and the text before it on its first line.
    private var open: (text: [Substring], before: Substring)?

    private init(lastClosing: Int) {
        self.lastClosing = lastClosing
    }

    private mutating func read(_ line: SourceLine, _ warnings: inout [DeckWarning]) {
        if let current = fence {
            if current.isClosed(by: line.text) { fence = nil }
            shown.append(line)
        } else if open != nil {
            readInside(line, &warnings)
        } else if let opened = Fence(opening: line.text) {
            fence = opened
            shown.append(line)
        } else {
            readOutside(line, &warnings)
        }
    }

    private mutating func readOutside(_ line: SourceLine, _ warnings: inout [DeckWarning]) {
        guard let (before, rest) = NotesReader.beginning(in: line.text) else { return shown.append(line) }
        guard rest.contains(NotesReader.closing) || line.number < lastClosing else {
            let text = "the notes that begin here are not closed on this page"
            warnings.append(DeckWarning(line: line.number, column: before.count + 1, text: text))
            return shown.append(line)
        }
        open = ([], before)
        readInside(SourceLine(number: line.number, text: rest), &warnings)
    }

    private mutating func readInside(_ line: SourceLine, _ warnings: inout [DeckWarning]) {
        guard let comment = open else { return }
        guard let end = line.text.firstRange(of: NotesReader.closing) else {
            open?.text.append(line.text)
            return
        }
        open = nil
        let text = (comment.text + [line.text[..<end.lowerBound]]).joined(separator: "\n")
        notes.append(text[...].trimmed)
        let remaining = Substring(comment.before + line.text[end.upperBound...])
        guard !remaining.allSatisfy(\.isWhitespace) else { return }
        readOutside(SourceLine(number: line.number, text: remaining), &warnings)
    }

    /// The text before a notes comment and the text after its opening words; nil without such a comment.
    private static func beginning(in text: Substring) -> (before: Substring, rest: Substring)? {
        var search = text
        while let mark = search.firstRange(of: opening) {
            let inside = text[mark.upperBound...].drop(while: \.isWhitespace)
            if inside.hasPrefix(word) { return (text[..<mark.lowerBound], inside.dropFirst(word.count)) }
            search = text[mark.upperBound...]
        }
        return nil
    }
}
