/// Removes the notes from a page's lines: `<!-- notes: … -->` comments, which may span several lines, and the notes of
/// other programs.
///
/// Those are `note:` and `speaker_note:` comments (presenterm), a comment at the end of the page (Slidev, Marp), and
/// everything after a line `???` (remark) or `Note:` (reveal.js). Such a comment at the end is not notes when it is a
/// word or a setting, such as `<!-- end_slide -->` and `<!-- _class: lead -->`.
struct NotesReader {
    private static let opening = "<!--"
    private static let words = ["notes:", "note:", "speaker_note:", "speaker_notes:"]
    private static let closing = "-->"

    /// Returns the lines that remain to be shown, and the notes in their order.
    static func take(
        from lines: ArraySlice<SourceLine>, warnings: inout [DeckWarning]
    ) -> (shown: [SourceLine], notes: [String]) {
        var reader = NotesReader(lastClosing: lines.last { $0.text.contains(mark: closing) }?.number ?? 0)
        for line in joined(lines) { reader.read(line, &warnings) }
        reader.takeRest()
        return (reader.shown, reader.notes.filter { !$0.isEmpty })
    }

    /// The lines; where the notes' word stands in the line below `<!--`, as presenterm writes it, the two are one line.
    private static func joined(_ lines: ArraySlice<SourceLine>) -> ArraySlice<SourceLine> {
        let opens = { (line: SourceLine) in line.text.contains(mark: opening) && line.text.trimmed.hasSuffix(opening) }
        guard lines.contains(where: opens) else { return lines }
        var joined: ArraySlice<SourceLine> = []
        var reader = TextReader(lines)
        var wasText = false
        for line in lines {
            let kind = reader.read(line.text)
            // Without its end a comment is text, and a line with only `Note:` below it a mark of its own.
            if wasText, kind == .comment, let mark = joined.last, opens(mark),
                beginning(in: "\(opening) \(line.text)")?.before.isEmpty == true
            {
                joined[joined.endIndex - 1] = mark.replaced(by: "\(mark.text) \(line.text)")
            } else {
                joined.append(line)
            }
            wasText = kind == .text
        }
        return joined
    }

    /// The number of the last line that could end a comment; a comment that begins after it has no end.
    private let lastClosing: Int
    private var shown: [SourceLine] = []
    private var notes: [String] = []
    private var fences = FenceReader()
    /// Comments that are no notes, of which a fence is no code.
    private var comments = CommentReader()
    /// The lines after a line that says that the rest is notes.
    private var rest: [Substring]?
    /// The lines of the comment being read, and the text before it on its first line.
    private var open: (text: [Substring], before: String)?

    private init(lastClosing: Int) {
        self.lastClosing = lastClosing
    }

    private mutating func read(_ line: SourceLine, _ warnings: inout [DeckWarning]) {
        if rest != nil {
            rest?.append(line.text)
        } else if open == nil, !comments.isOpen, fences.read(line.text) != .text {
            shown.append(line)
        } else {
            readParts(of: line, &warnings)
        }
    }

    /// Reads the notes of a line and what is between them, in turn.
    private mutating func readParts(of line: SourceLine, _ warnings: inout [DeckWarning]) {
        var (before, text) = ("", line.text)
        while true {
            if open == nil {
                let line = SourceLine(number: line.number, text: text)
                guard let rest = readOutside(line, after: before, &warnings) else { return }
                text = rest
            }
            guard let next = readInside(text) else { return }
            (before, text) = next
        }
    }

    /// Reads text outside of notes.
    ///
    /// - Returns: what follows on the line when notes begin on it.
    private mutating func readOutside(
        _ line: SourceLine, after before: String, _ warnings: inout [DeckWarning]
    ) -> Substring? {
        guard let (shown, rest) = NotesReader.beginning(in: line.text) else {
            show(before.isEmpty ? line : SourceLine(number: line.number, text: before + line.text), &warnings)
            return nil
        }
        guard rest.contains(mark: NotesReader.closing) || line.number < lastClosing else {
            let text = "the notes that begin here are not closed on this page"
            let column = before.count + shown.count + 1
            warnings.append(DeckWarning(line: line.number, column: column, text: text))
            show(SourceLine(number: line.number, text: before + line.text), &warnings)
            return nil
        }
        open = ([], before + shown)
        return rest
    }

    /// Whether the rest of the page is notes.
    static func isMark(_ line: Substring) -> Bool { ["???", "note:", "notes:"].contains(line.trimmed.lowercased()) }

    private mutating func show(_ line: SourceLine, _ warnings: inout [DeckWarning]) {
        // Also within a comment: rather hide a text than show notes.
        if NotesReader.isMark(line.text) {
            rest = []
            return
        }
        if NotesReader.notesLine(line.text) {
            let text = "everybody sees these notes: expected `<!-- notes: … -->`, or `Note:` alone in its line"
            warnings.append(DeckWarning(line: line.number, text: text))
        }
        comments.read(line.text)
        shown.append(line)
    }

    /// Reads text of notes.
    ///
    /// - Returns: what the line shows before these notes, and what follows them when they end on it.
    private mutating func readInside(_ text: Substring) -> (before: String, rest: Substring)? {
        guard let notes = open else { return nil }
        guard let end = text.firstRange(ofMark: NotesReader.closing) else {
            open?.text.append(text)
            return nil
        }
        open = nil
        let whole = (notes.text + [text[..<end.lowerBound]]).joined(separator: "\n")[...].trimmed
        // In YAML, as which presenterm reads them, a bar says that lines follow.
        self.notes.append(whole.hasPrefix("|\n") ? whole.dropFirst().trimmed : whole)
        let rest = text[end.upperBound...]
        return notes.before.isEmpty && rest.allSatisfy(\.isWhitespace) ? nil : (notes.before, rest)
    }

    /// Whether the line is a reveal.js note with its text in the same line, which is not taken for notes: a page may
    /// have such a sentence.
    private static func notesLine(_ text: Substring) -> Bool {
        text.contains(":") && ["note", "notes"].contains(text.prefix { $0 != ":" }.lowercased())
    }

    /// Takes the notes at the end of the page: those after a separator, or a comment.
    private mutating func takeRest() {
        if let rest {
            notes.append(rest.joined(separator: "\n")[...].trimmed)
        } else if !fences.isOpen, open == nil, let last = shown.lastIndex(where: { !$0.isBlank }),
            shown[last].text.trimmed.hasSuffix(NotesReader.closing),
            let first = TextReader.read(shown)[...last].lastIndex(of: .text), TextReader.isPlainText(shown)[first],
            let inside = CommentReader.lastOpening(in: shown[first].text)
        {
            let lines = ([inside] + shown[(first + 1)..<(last + 1)].map(\.text)).joined(separator: "\n")[...].trimmed
            let comment = lines.dropLast(NotesReader.closing.count)
            // A comment may end in the line where it begins, and other text follow.
            guard !comment.contains(mark: NotesReader.closing), !NotesReader.isSetting(comment) else { return }
            let line = shown[first]
            let before = line.text[..<inside.startIndex].dropLast(NotesReader.opening.count)
            let isAlone = before.allSatisfy(\.isWhitespace)
            shown.replaceSubrange(first...last, with: isAlone ? [] : [SourceLine(number: line.number, text: before)])
            notes.append(comment.trimmed)
        }
    }

    /// Whether a comment is a word or `key: value` lines, for a program rather than for a person.
    private static func isSetting(_ comment: Substring) -> Bool {
        let lines = comment.split(separator: "\n").map(\.trimmed).filter { !$0.isEmpty }
        return lines.allSatisfy { line in
            let word = line.prefix { $0.isLetter || $0.isNumber || "_$-+".contains($0) }
            guard word.count < line.count else { return true }
            return word.first?.isLowercase != false && line[word.endIndex...].hasPrefix(":") || word.first == "_"
                || word.first == "$"
        }
    }

    /// The text before a notes comment and the text after its opening words; nil without such a comment.
    private static func beginning(in text: Substring) -> (before: Substring, rest: Substring)? {
        var search = text
        while let mark = search.firstRange(ofMark: opening) {
            let inside = text[mark.upperBound...].drop(while: \.isWhitespace)
            let start = inside.prefix { $0 != ":" && !$0.isWhitespace }.lowercased() + ":"
            if words.contains(start), inside.dropFirst(start.count - 1).first == ":" {
                return (text[..<mark.lowerBound], inside.dropFirst(start.count))
            }
            search = text[mark.upperBound...]
        }
        return nil
    }
}
