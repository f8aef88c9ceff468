package import PagingContent
package import PagingEngine

/// Finds a text in pages: by whole grapheme clusters, without case, and with all blanks and line breaks alike.
package struct Search: Hashable, Sendable {
    /// Characters of a search at most; more than anybody types.
    package static let longestText = 100

    /// One occurrence of the text.
    package struct Hit: Hashable, Sendable {
        /// Number of the page among those searched, from 0.
        package let item: Int
        package let page: PageID
        /// The numbers of its characters among the page's visible ones; nil for a hit in the title.
        package let characters: Range<Int>?

        /// The mark on the drawn page.
        package var mark: PageMark? { characters.map { PageMark(page: page, characters: $0) } }
    }

    private let pattern: [String]

    /// Searches for `text`, without blanks at its ends; an empty text has no hits.
    package init(_ text: String) {
        let words = text.prefix(Search.longestText).split(whereSeparator: \.isWhitespace)
        pattern = Array(words.map { $0.filter { $0.columns > 0 }.map(Search.folded) }.joined(separator: [" "]))
    }

    /// Every hit in the order of the pages, the title's before the text's; hits do not overlap.
    package func hits(in pages: [Page], documents: [PageID: Document] = [:]) -> [Hit] {
        guard !pattern.isEmpty else { return [] }
        return pages.enumerated().flatMap { item, page in
            let isInTitle = !places(in: VisibleText(plain: page.title)).isEmpty
            let text = documents[page.id].map(VisibleText.init) ?? VisibleText(plain: page.body)
            let found = places(in: text).map { Hit(item: item, page: page.id, characters: $0) }
            return (isInTitle ? [Hit(item: item, page: page.id, characters: nil)] : []) + found
        }
    }

    private func places(in text: VisibleText) -> [Range<Int>] {
        let folded = text.characters.map { $0.map(Search.folded) ?? " " }
        // The number of each visible character; a blank has that of the next one.
        var numbers: [Int] = []
        var count = 0
        for character in text.characters {
            numbers.append(count)
            if character != nil { count += 1 }
        }
        var places: [Range<Int>] = []
        var start = 0
        while start + pattern.count <= folded.count {
            let end = start + pattern.count
            guard folded[start..<end].elementsEqual(pattern) else {
                start += 1
                continue
            }
            places.append(numbers[start]..<numbers[end - 1] + 1)
            start = end
        }
        return places
    }

    private static func folded(_ character: Character) -> String { character.lowercased() }
}

/// A page's visible characters in their order, as the numbers of `Glyph` count them; nil stands for one or several
/// blanks or a line break.
struct VisibleText {
    private(set) var characters: [Character?] = []

    /// Of a text that stands as it is.
    init(plain text: String) {
        add(text)
    }

    init(_ document: Document) {
        add(document.blocks)
    }

    private mutating func add(_ blocks: [Document.Block]) {
        for block in blocks {
            switch block {
            case .heading(_, let text), .paragraph(let text): add(text)
            case .code(let code): add(code.text)
            case .quote(let blocks), .alert(_, let blocks), .aligned(_, let blocks): add(blocks)
            case .columns(let columns): for column in columns { add(column.blocks) }
            case .picture(let picture): add([.image(picture.alternative)])
            case .list(_, _, let items): for item in items { add(item.blocks) }
            case .table(_, let header, let rows): for cell in header + rows.joined() { add(cell) }
            case .rule, .pause, .space, .middle, .titlePage: break
            }
            addBlank()
        }
    }

    /// Decorations around the text are left out.
    private mutating func add(_ inlines: [Document.Inline]) {
        var numbering = Numbering()
        let text = InlineText(inlines, columns: 0, numbering: &numbering)
        for piece in text.pieces {
            for glyph in piece {
                if glyph.number != nil { characters.append(glyph.character) } else if glyph.isBlank { addBlank() }
            }
            addBlank()
        }
    }

    private mutating func add(_ text: String) {
        for character in text {
            guard let glyph = Glyph(character, style: .plain) else { continue }
            if glyph.isBlank || character.isNewline { addBlank() } else { characters.append(glyph.character) }
        }
    }

    private mutating func addBlank() {
        if characters.last != .some(nil) { characters.append(nil) }
    }
}
