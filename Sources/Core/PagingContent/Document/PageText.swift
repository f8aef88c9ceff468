/// The content of one page, read from its lines.
struct PageText {
    let title: String
    /// Whether the title is a heading rather than the beginning of the text.
    let hasHeading: Bool
    /// The number of the heading's line, or of the first line that is not blank.
    let line: Int
    let body: String
    let steps: Int
    let notes: String?

    /// Reads the page and reports each value beyond `DeckLimits`. Such texts are kept; the steps are cut to the limit.
    ///
    /// - Parameter footer: the comment with the deck's footer, for pages that want one.
    init(
        _ source: PageSource, footer: String? = nil, warnings: inout [DeckWarning], errors: inout [DeckError]
    ) {
        let (unread, notes) = NotesReader.take(from: source.lines, warnings: &warnings)
        let reader = PauseReader(unread, warnings: &warnings)
        var shown = reader.shown
        let heading = PageText.takeHeading(from: &shown)
        // A text may contain a tab; a title may not.
        let title = heading?.title ?? PageText.borrowedTitle(from: shown)
        self.title = String(title.map { $0 == "\t" ? " " : $0 })
        hasHeading = heading != nil
        line = heading?.line ?? shown.first { !$0.isBlank }?.number ?? source.firstLine
        let text = PageText.text(of: AuthorComments.emptied(in: shown))
        let isEmpty = text.isEmpty && self.title.isEmpty
        // At the beginning, where no fence and no list is open.
        body =
            footer.flatMap { isEmpty || PageText.hasNoFooter(shown) ? nil : "\($0)\n\n\(text)" } ?? text
        steps = min(reader.pauses.count, DeckLimits.steps)
        self.notes = notes.isEmpty ? nil : notes.joined(separator: "\n")
        if let pause = reader.pauses.dropFirst(DeckLimits.steps).first {
            let reason = DeckError.Reason.tooManySteps(count: reader.pauses.count, limit: DeckLimits.steps)
            errors.append(DeckError(reason, line: pause.number, column: 1))
        }
        check(title, DeckLimits.titleBytes, at: line, &errors) { .titleTooLong(bytes: $0, limit: $1) }
        check(body, DeckLimits.bodyBytes, at: source.firstLine, &errors) { .bodyTooLong(bytes: $0, limit: $1) }
        check(self.notes ?? "", DeckLimits.notesBytes, at: source.firstLine, &errors) {
            .notesTooLong(bytes: $0, limit: $1)
        }
    }

    private func check(
        _ text: String, _ limit: Int, at line: Int, _ errors: inout [DeckError],
        _ reason: (Int, Int) -> DeckError.Reason
    ) {
        let bytes = text.utf8.count
        guard bytes > limit else { return }
        errors.append(DeckError(reason(bytes, limit), line: line, column: 1))
    }

    /// Removes and returns the first heading with text outside of fenced code and comments.
    private static func takeHeading(from lines: inout [SourceLine]) -> (title: String, line: Int)? {
        for (place, kind) in TextReader.read(lines).enumerated() where kind == .text {
            let line = lines[place]
            guard let heading = line.heading else { continue }
            var comments = CommentReader()
            let title = comments.outside(of: heading[...])[...].trimmed
            guard !title.isEmpty else { continue }
            if comments.isOpen, let inside = CommentReader.lastOpening(in: line.text) {
                lines[place] = line.replaced(by: "<!--\(inside)")
            } else {
                lines.remove(at: place)
            }
            return (title, line.number)
        }
        return nil
    }

    /// The first line with text outside of comments, shortened if it is too long; the body keeps the whole line.
    private static func borrowedTitle(from lines: [SourceLine]) -> String {
        guard let line = firstText(of: lines) else { return "" }
        let text = PictureLine(line)?.alternative ?? line.trimmed
        guard text.count > DeckLimits.borrowedTitleCharacters else { return text }
        let cut = text.prefix(DeckLimits.borrowedTitleCharacters - 1)
        let words = cut.lastIndex(of: " ").map { cut[..<$0] } ?? cut
        return words.trimmed + "…"
    }

    /// Text outside of comments in the first line with any; nil without one.
    private static func firstText(of lines: [SourceLine]) -> Substring? {
        var comments = CommentReader()
        for (line, kind) in zip(lines, TextReader.read(lines)) {
            let text: String
            switch kind {
            case .code(.inside): text = String(line.text)
            case .code: text = ""
            case .text, .comment: text = comments.outside(of: line.text)
            }
            // A comment may be all that a heading, an item or a quotation has in this line.
            let marks = text.utf8.count < line.text.utf8.count ? "#>-*+" : ""
            if text.contains(where: { !$0.isWhitespace && !marks.contains($0) }) { return text[...] }
        }
        return nil
    }

    /// Whether a comment of the page says that it has no footer, or one of its own; a page that opens a deck has none.
    private static func hasNoFooter(_ lines: [SourceLine]) -> Bool {
        zip(lines, TextReader.read(lines)).contains { line, kind in
            let text = line.text.trimmed
            guard kind == .text, text.hasPrefix("<!--"), text.hasSuffix("-->"), text.utf8.count >= 7 else {
                return false
            }
            let command = text.dropFirst(4).dropLast(3).trimmed
            return [PageFooter.absence, "title_page"].contains(command) || command.hasPrefix("\(PageFooter.command):")
        }
    }

    /// The lines without the blank lines at the start and at the end.
    private static func text(of lines: [SourceLine]) -> String {
        let front = lines.drop(while: \.isBlank)
        let count = front.reversed().drop(while: \.isBlank).count
        return front.prefix(count).map { String($0.text) }.joined(separator: "\n")
    }
}
