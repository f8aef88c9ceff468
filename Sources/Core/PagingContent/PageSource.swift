/// The lines of one page of a deck.
struct PageSource {
    /// The line on which the page begins.
    let firstLine: Int
    let lines: ArraySlice<SourceLine>

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
}
