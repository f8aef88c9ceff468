import PagingContent

/// The lines of a page's text: its document laid out, or without one its body as it stands.
struct PageText {
    let lines: [TextLine]

    init(_ page: Page, document: Document?, columns: Int, shown: Int?, borders: Borders) {
        if let document {
            lines = DocumentLayout(document, columns: columns, shown: shown, borders: borders).lines
        } else {
            lines = PageText.plain(page.body, columns: columns)
        }
    }

    private static func plain(_ body: String, columns: Int) -> [TextLine] {
        var numbering = Numbering()
        return ColumnText.wrapped(body, columns: columns).map { line in
            TextLine(
                line.compactMap { character in
                    guard var glyph = Glyph(character, style: .plain) else { return nil }
                    if !glyph.isBlank { glyph.number = numbering.take() }
                    return glyph
                })
        }
    }
}
