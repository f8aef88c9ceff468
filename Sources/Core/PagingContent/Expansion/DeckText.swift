/// A line of a deck, with the file and the line where its author wrote it.
package struct DeckLine: Hashable, Sendable {
    package var text: String
    /// Path of the file.
    package let file: String
    /// From 1.
    package let number: Int

    package init(_ text: String, file: String, number: Int) {
        self.text = text
        self.file = file
        self.number = number
    }

    /// The line with another text, from the same place.
    package func replaced(by text: String) -> DeckLine { DeckLine(text, file: file, number: number) }
}

/// The lines of a deck, some of them from other files, divided into text, fenced code, and what stays as it is.
///
/// Nothing in a comment or in notes is expanded: other text in them could end them, and the audience would see the rest.
package struct DeckText: Sendable {
    /// Fenced code with the lines of its fences.
    package struct FencedCode: Hashable, Sendable {
        package let opening: DeckLine
        package fileprivate(set) var lines: [DeckLine] = []
        /// Nil where the code is never closed.
        package fileprivate(set) var closing: DeckLine?
        /// The words behind the opening fence.
        package let information: String
        /// Whether it begins in a list item or a quotation. Nothing else takes the place of such code.
        package let isNested: Bool

        fileprivate init(_ fence: Fence, _ opening: DeckLine) {
            self.opening = opening
            information = fence.information.trimmed
            isNested = fence.isNested
        }

        /// The text of the code.
        package var code: String { lines.map(\.text).joined(separator: "\n") }

        /// The wish for something else than its text; nil where it is shown as it is.
        package var request: CodeRequest? { isNested ? nil : CodeRequest(information) }

        /// All lines as they are written.
        package var source: [DeckLine] { [opening] + lines + (closing.map { [$0] } ?? []) }
    }

    package enum DeckPart: Hashable, Sendable {
        case line(DeckLine)
        case code(FencedCode)
        /// A line that begins within a comment, or is one of the notes.
        case kept(DeckLine)
    }

    package private(set) var parts: [DeckPart] = []
    /// The first line with a comment that lacks its end on its page.
    package private(set) var openComment: DeckLine?
    /// The line that ends what is open at the end, such as `-->`; nil where nothing is. Lines behind these would be code or a
    /// comment without it.
    package private(set) var missingEnd: DeckLine?

    /// Reads the lines of one file.
    package init(_ text: String, file: String) {
        self.init(SourceLine.lines(of: text).map { DeckLine(String($0.text), file: file, number: $0.number) })
    }

    package init(_ lines: [DeckLine]) {
        var reader = TextReader()
        let lackingEnds = CommentReader.lackingEnds(in: lines.map { $0.text[...] })
        // Where the last comment begins.
        var comment: DeckLine?
        var isNotes = false
        var code: FencedCode?
        for (line, lacksEnd) in zip(lines, lackingEnds) {
            let kind = reader.read(line.text[...])
            if kind != .code(.inside), kind != .code(.closing), let left = code {
                parts.append(.code(left))
                code = nil
            }
            switch kind {
            case .text where isNotes, .code where isNotes:
                isNotes = kind != .text || !DeckText.endsPage(line)
                parts.append(isNotes ? .kept(line) : .line(line))
            case .text:
                isNotes = NotesReader.isMark(line.text[...])
                parts.append(.line(line))
            case .comment:
                if lacksEnd, line.text == "---" { openComment = openComment ?? comment }
                parts.append(.kept(line))
            case .code(.opening(let fence)): code = FencedCode(fence, line)
            case .code(.closing):
                code?.closing = line
                if let code { parts.append(.code(code)) }
                code = nil
            case .code: code?.lines.append(line)
            }
            if kind == .text, reader.isInComment { comment = line }
        }
        if let code { parts.append(.code(code)) }
        if reader.isInComment { openComment = openComment ?? comment }
        missingEnd = reader.missingEnd.flatMap { lines.last?.replaced(by: $0) }
    }

    /// Whether a line ends a page in some program, and its notes with it.
    private static func endsPage(_ line: DeckLine) -> Bool {
        line.text == "---" || line.text[...].trimmed == "<!-- end_slide -->"
    }

    package var lines: [DeckLine] {
        parts.flatMap { part in
            switch part {
            case .line(let line), .kept(let line): [line]
            case .code(let block): block.source
            }
        }
    }

    /// The lines as one text.
    package var text: String { lines.map(\.text).joined(separator: "\n") }

    /// Fenced code with `text`, at the place of `line`. The fence is longer than any in the text.
    package static func fenced(_ text: [String], information: String = "", at line: DeckLine) -> [DeckLine] {
        let longest = text.reduce(2) { longest, row in
            max(longest, row.split { $0 != "`" }.reduce(0) { max($0, $1.count) })
        }
        let fence = String(repeating: "`", count: longest + 1)
        // A fence with a back-tick behind it is none.
        return ([fence + information.filter { $0 != "`" }] + text + [fence]).map(line.replaced)
    }
}
