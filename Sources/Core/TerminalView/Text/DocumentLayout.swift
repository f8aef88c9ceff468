package import PagingContent

/// A document laid out for a width: lines of characters, each with its look and its number among the page's visible
/// characters.
///
/// Everything is laid out and what waits for a later step is left away at the end, so nothing that is shown moves when
/// more appears. Numbers depend on the text alone, not on width, borders or steps.
package struct DocumentLayout: Hashable, Sendable {
    private let all: [TextLine]

    /// Lays `document` out in `columns`, at least 1.
    package init(_ document: Document, columns: Int, borders: Borders = .ascii) {
        var typesetter = Typesetter(columns: columns, borders: borders)
        typesetter.set(document.blocks)
        all = typesetter.lines
    }

    /// From the first to the last that is shown with so many steps; nil shows all.
    package func lines(shown: Int? = nil) -> [TextLine] {
        let seen = all.prefix { $0.step <= shown ?? .max }
        return Array(seen.dropLast(seen.reversed().prefix { $0.isBlank }.count))
    }
}

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
