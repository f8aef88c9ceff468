/// The lines of one page of a deck.
struct PageSource {
    /// The number of the line on which the page begins.
    let firstLine: Int
    let lines: ArraySlice<SourceLine>

    init(_ lines: ArraySlice<SourceLine>, firstLine: Int) {
        self.lines = lines
        self.firstLine = firstLine
    }

    /// Splits a deck's lines at its dividers; dividers inside fenced code and comments do not count.
    static func pages(
        of lines: ArraySlice<SourceLine>, warnings: inout [DeckWarning]
    ) throws(DeckError) -> [PageSource] {
        var pages: [PageSource] = []
        var start = lines.startIndex
        var reader = TextReader(lines)
        let lackingEnds = CommentReader.lackingEnds(in: lines.map(\.text))
        var isInCode = false
        // Where the last code or comment begins.
        var opening = 0
        for place in lines.indices {
            let line = lines[place]
            if line.isDivider, lackingEnds[place - lines.startIndex] { reader.endComment() }
            let kind = reader.read(line.text)
            switch kind {
            case .text where reader.isInComment, .code(.opening): opening = line.number
            case .comment where line.isDivider:
                let text = "not the end of a page: it is in the comment that begins on line \(opening)"
                warnings.append(DeckWarning(line: line.number, text: text))
            default: break
            }
            isInCode = kind.isCode && kind != .code(.closing)
            guard kind == .text else { continue }
            if line.isDivider {
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
        if isInCode {
            warnings.append(DeckWarning(line: opening, text: "the fenced code that begins here is never closed"))
        }
        let last = start < lines.endIndex ? lines[start].number : (lines.last?.number ?? 0) + 1
        pages.append(PageSource(lines[start...], firstLine: last))
        return pages
    }
}

/// A line of a deck's text and its number, counted from 1.
struct SourceLine {
    let number: Int
    let text: Substring

    /// Splits `text` into lines that end with `\n` or `\r\n`; a byte order mark at the start is left out.
    static func lines(of text: String) -> [SourceLine] {
        var whole = text[...]
        if whole.unicodeScalars.first == "\u{FEFF}" { whole.unicodeScalars.removeFirst() }
        let pieces = whole.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return pieces.enumerated().map { place, piece in
            let bare = piece.last == UInt8(ascii: "\r") ? piece.dropLast() : piece
            return SourceLine(number: place + 1, text: Substring(bare))
        }
    }

    var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

    /// Whether the line ends a page.
    var isDivider: Bool { text == "---" }

    /// The text of a heading without its closing `#`; nil for any other line.
    ///
    /// A heading has up to three blanks, one to six `#`, a blank or a tab, and the text.
    var heading: String? {
        let start = text.drop { $0 == " " }
        let marks = start.prefix { $0 == "#" }
        guard text.count - start.count <= 3, (1...6).contains(marks.count) else { return nil }
        let rest = start.dropFirst(marks.count)
        guard rest.first == " " || rest.first == "\t" else { return nil }
        var heading = rest.trimmed
        let bare = String(heading.reversed().drop { $0 == "#" }.reversed())
        if bare.isEmpty { return nil }
        if bare.last?.isWhitespace == true { heading = bare[...].trimmed }
        return heading
    }
}

extension Substring {
    /// The text without white space at its ends.
    var trimmed: String {
        let front = drop(while: \.isWhitespace)
        return front.lastIndex { !$0.isWhitespace }.map { String(front[...$0]) } ?? ""
    }
}
