import PagingContent

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
            case .code(_, let text): add(text)
            case .quote(let blocks): add(blocks)
            case .list(_, _, let items): for item in items { add(item.blocks) }
            case .table(_, let header, let rows): for cell in header + rows.joined() { add(cell) }
            case .rule, .pause: break
            }
            addBlank()
        }
    }

    /// What stands around the text is left out.
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
