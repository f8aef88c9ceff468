import PagingContent

/// Decks in which other text takes the place of lines and code: no line is lost, and no word of the notes comes into a page.
enum ExpansionEntry {
    /// A text of a file or a program that tries to end whatever it stands in.
    private static let hostile = [
        "-->", "text", "```", "~~~~", "---", "# T", "-->", "<!-- notes: x -->", "???", "> ```", "---", "- ```", "<!--",
        "",
    ]
    /// Stands in notes of the seeds.
    private static let secret = "SECRET"

    static func enter(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        let deck = DeckText(text, file: "talk.md")
        precondition(deck.lines.map(\.number) == Array(1...deck.lines.count), "each line once, in its order")
        precondition(DeckText(deck.lines).parts == deck.parts, "the same lines have the same parts")
        let formulas = FormulaExpansion(deck) { _ in hostile }.lines
        check(text, expanded: formulas)
        check(text, expanded: expanded(deck))
    }

    private static func expanded(_ deck: DeckText) -> [DeckLine] {
        var lines: [DeckLine] = []
        for part in deck.parts {
            switch part {
            case .kept(let line): lines.append(line)
            case .line(let line):
                guard IncludeLine.path(in: line.text) != nil else {
                    lines.append(line)
                    continue
                }
                let inside = DeckText(hostile.map(line.replaced))
                lines += inside.lines + (inside.missingEnd.map { [$0] } ?? [])
            case .code(let block):
                switch block.request {
                case nil, .formula: lines += block.source
                case .file:
                    let request = CodeFileRequest(block.lines)
                    lines += DeckText.fenced(
                        hostile, information: "\(request.language) \(block.information)", at: block.opening)
                case .diagram, .output: lines += DeckText.fenced(hostile, at: block.opening)
                }
            }
        }
        return lines
    }

    /// Text above all pages is front matter, whose end a formula or an include may move.
    private static func check(_ text: String, expanded lines: [DeckLine]) {
        let before = DeckReport(reading: text)
        let after = DeckReport(reading: lines.map(\.text).joined(separator: "\n"))
        guard let deck = before.deck, let expanded = after.deck, before.dialect == after.dialect,
            !text.hasPrefix("---"), !text.hasPrefix("\u{FEFF}"), count(deck) == 0
        else { return }
        precondition(count(expanded) == 0, "no word of the notes comes into a page")
    }

    private static func count(_ deck: Deck) -> Int {
        deck.pages.reduce(0) { count, page in
            count + (page.title + "\n" + page.body).split(separator: secret, omittingEmptySubsequences: false).count - 1
        }
    }
}
