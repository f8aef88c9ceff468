package import PagingContent

/// A document laid out for a width: lines of characters with their styles and their numbers among the page's visible
/// characters.
///
/// Everything is laid out, and the lines of later steps are removed at the end, so visible lines do not move when more
/// appear. Numbers depend on the text alone, not on width, borders or steps.
package struct DocumentLayout: Hashable, Sendable {
    private let all: [TextLine]

    /// Lays `document` out in `columns`, at least 1.
    package init(_ document: Document, columns: Int, borders: Borders = .ascii) {
        var typesetter = Typesetter(columns: columns, borders: borders)
        typesetter.set(document.blocks)
        all = typesetter.lines
    }

    /// The lines that are shown with so many steps; nil shows all.
    package func lines(shown: Int? = nil) -> [TextLine] {
        let seen = all.prefix { $0.step <= shown ?? .max }
        return Array(seen.dropLast(seen.reversed().prefix { $0.isBlank }.count))
    }
}

/// A page's text: its document laid out, or its body as plain text.
struct PageText {
    private let layout: DocumentLayout?
    private let plain: [TextLine]

    init(_ page: Page, document: Document?, columns: Int, borders: Borders) {
        layout = document.map { DocumentLayout($0, columns: columns, borders: borders) }
        plain = document == nil ? PageText.plain(page.body, columns: columns) : []
    }

    /// The lines that are shown with so many steps; nil shows all.
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
