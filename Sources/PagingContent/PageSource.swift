/// The lines of one page of a deck, and what they say.
struct PageSource {
    /// The line on which the page begins.
    let firstLine: Int
    private let lines: ArraySlice<SourceLine>

    init(_ lines: ArraySlice<SourceLine>, firstLine: Int) {
        self.lines = lines
        self.firstLine = firstLine
    }

    /// Divides a deck's lines at its dividers; those inside fenced code do not count.
    static func pages(
        of lines: ArraySlice<SourceLine>, warnings: inout [DeckWarning]
    ) throws(DeckError) -> [PageSource] {
        var pages: [PageSource] = []
        var start = lines.startIndex
        var fence: (fence: Fence, line: Int)?
        for place in lines.indices {
            let line = lines[place]
            if let open = fence {
                if open.fence.isClosed(by: line.text) { fence = nil }
            } else if let opened = Fence(opening: line.text) {
                fence = (opened, line.number)
            } else if line.isDivider {
                guard pages.count < DeckLimits.pages - 1 else {
                    throw DeckError(.tooManyPages(limit: DeckLimits.pages), line: line.number, column: 1)
                }
                pages.append(PageSource(lines[start..<place], firstLine: lines[start].number))
                start = place + 1
            } else if line.text.trimmed == "---" {
                let text = "not the end of a page: only `---` without blanks around it is"
                warnings.append(DeckWarning(line: line.number, text: text))
            }
        }
        if let fence {
            warnings.append(DeckWarning(line: fence.line, text: "the fenced code that begins here is never closed"))
        }
        let last = start < lines.endIndex ? lines[start].number : (lines.last?.number ?? 0) + 1
        pages.append(PageSource(lines[start...], firstLine: last))
        return pages
    }

    /// Title, body and notes; the id is the caller's, who knows the other pages.
    func read(warnings: inout [DeckWarning]) throws(DeckError) -> (title: String, body: String, notes: String?) {
        var (shown, notes) = NotesReader.take(from: lines, warnings: &warnings)
        let heading = PageSource.takeHeading(from: &shown)
        let body = PageSource.text(of: shown)
        let notesText = notes.isEmpty ? nil : notes.joined(separator: "\n")
        let title = heading?.title ?? PageSource.borrowedTitle(from: shown)
        try check(title.utf8.count, DeckLimits.titleBytes, at: heading?.line ?? firstLine) {
            .titleTooLong(bytes: $0, limit: $1)
        }
        try check(body.utf8.count, DeckLimits.bodyBytes, at: firstLine) { .bodyTooLong(bytes: $0, limit: $1) }
        try check(notesText?.utf8.count ?? 0, DeckLimits.notesBytes, at: firstLine) {
            .notesTooLong(bytes: $0, limit: $1)
        }
        return (title, body, notesText)
    }

    private func check(
        _ bytes: Int, _ limit: Int, at line: Int, _ reason: (Int, Int) -> DeckError.Reason
    ) throws(DeckError) {
        guard bytes > limit else { return }
        throw DeckError(reason(bytes, limit), line: line, column: 1)
    }

    /// Removes the first heading outside fenced code.
    private static func takeHeading(from lines: inout [SourceLine]) -> (title: String, line: Int)? {
        var fence: Fence?
        for place in lines.indices {
            let line = lines[place]
            if let open = fence {
                if open.isClosed(by: line.text) { fence = nil }
            } else if let opened = Fence(opening: line.text) {
                fence = opened
            } else if let heading = line.heading {
                lines.remove(at: place)
                return (heading, line.number)
            }
        }
        return nil
    }

    /// The first line with text, cut; it stays in the body, where all of it is.
    private static func borrowedTitle(from lines: [SourceLine]) -> String {
        guard let line = lines.first(where: { !$0.isBlank && Fence(opening: $0.text) == nil }) else { return "" }
        let text = line.text.trimmed
        guard text.count > DeckLimits.borrowedTitleCharacters else { return text }
        let cut = text.prefix(DeckLimits.borrowedTitleCharacters - 1)
        let words = cut.lastIndex(of: " ").map { cut[..<$0] } ?? cut
        return words.trimmed + "…"
    }

    /// The lines without blank ones in front and behind.
    private static func text(of lines: [SourceLine]) -> String {
        let front = lines.drop(while: \.isBlank)
        let count = front.reversed().drop(while: \.isBlank).count
        return front.prefix(count).map { String($0.text) }.joined(separator: "\n")
    }
}
