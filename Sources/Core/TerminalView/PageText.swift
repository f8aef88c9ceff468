import PagingContent

/// A page's text: its document laid out, or without one its body as it stands.
struct PageText {
    private let layout: DocumentLayout?
    private let plain: [TextLine]

    init(_ page: Page, document: Document?, columns: Int, borders: Borders) {
        layout = document.map { DocumentLayout($0, columns: columns, borders: borders) }
        plain = document == nil ? PageText.plain(page.body, columns: columns) : []
    }

    /// Its lines as far as so many steps of it are shown; nil shows all.
    func lines(shown: Int?) -> [TextLine] { layout?.lines(shown: shown) ?? plain }

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
