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

/// The lines of a deck, some of them from other files, divided into text and fenced code.
package struct DeckText: Sendable {
    /// Fenced code with the lines of its fences.
    package struct FencedCode: Hashable, Sendable {
        package let opening: DeckLine
        package let lines: [DeckLine]
        /// Nil where the code is never closed.
        package let closing: DeckLine?
        /// The words behind the opening fence.
        package let information: String

        /// The text of the code.
        package var code: String { lines.map(\.text).joined(separator: "\n") }

        /// All lines as they are written.
        package var source: [DeckLine] { [opening] + lines + (closing.map { [$0] } ?? []) }
    }

    package enum TextOrCode: Hashable, Sendable {
        case line(DeckLine)
        case code(FencedCode)
    }

    package var parts: [TextOrCode]

    /// Reads the lines of one file.
    package init(_ text: String, file: String) {
        self.init(SourceLine.lines(of: text).map { DeckLine(String($0.text), file: file, number: $0.number) })
    }

    package init(_ lines: [DeckLine]) {
        parts = []
        var comments = CommentReader()
        var open: (fence: Fence, line: DeckLine, lines: [DeckLine])?
        for line in lines {
            guard let current = open else {
                if !comments.isOpen, let fence = Fence(opening: line.text[...]) {
                    open = (fence, line, [])
                } else {
                    _ = comments.read(line.text)
                    parts.append(.line(line))
                }
                continue
            }
            if current.fence.isClosed(by: line.text[...]) {
                parts.append(.code(DeckText.block(current.fence, current.line, current.lines, closing: line)))
                open = nil
            } else {
                open?.lines.append(line)
            }
        }
        if let open { parts.append(.code(DeckText.block(open.fence, open.line, open.lines, closing: nil))) }
    }

    private static func block(
        _ fence: Fence, _ opening: DeckLine, _ lines: [DeckLine], closing: DeckLine?
    ) -> FencedCode {
        FencedCode(opening: opening, lines: lines, closing: closing, information: fence.information.trimmed)
    }

    package var lines: [DeckLine] {
        parts.flatMap { part in
            switch part {
            case .line(let line): [line]
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
        return ([fence + information] + text + [fence]).map(line.replaced)
    }
}
