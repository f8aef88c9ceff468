package import PagingContent

/// A document laid out for a width: lines of characters with their styles and their numbers among the page's visible
/// characters.
///
/// Everything is laid out, and the lines of later steps are removed at the end, so visible lines do not move when more
/// appear. Numbers depend on the text alone, not on width, borders or steps.
package struct DocumentLayout: Hashable, Sendable {
    private let all: [TextLine]
    /// Columns to the left of lines that are not wider than the measure.
    let margin: Int

    /// Lays `document` out in `columns`, at least 1.
    ///
    /// - Parameter measure: columns of running text at most; it stands in the middle of `columns`, and only code, tables
    ///   and columns side by side use more.
    package init(_ document: Document, columns: Int, borders: Borders = .ascii, measure: Int = .max) {
        var typesetter = Typesetter(columns: columns, borders: borders, measure: measure)
        typesetter.set(document.blocks)
        all = typesetter.lines
        margin = typesetter.edge
    }

    /// The lines that are shown with so many steps; nil shows all.
    package func lines(shown: Int? = nil) -> [TextLine] {
        let shown = shown ?? .max
        let seen = all.prefix { $0.step <= shown }.map { $0.shown(shown) }
        return Array(seen.dropLast(seen.reversed().prefix { $0.isBlank }.count))
    }
}

/// A page's text: its document laid out, or its body as plain text.
struct PageText {
    /// Columns of running text at most: longer lines are hard to follow.
    static let measure = 80

    private let layout: DocumentLayout?
    private let plain: [TextLine]
    /// Lines with all steps.
    let count: Int
    /// Columns to the left of the text.
    let margin: Int
    private let isCentred: Bool

    init(_ page: Page, document: Document?, columns: Int, borders: Borders) {
        layout = document.map { DocumentLayout($0, columns: columns, borders: borders, measure: PageText.measure) }
        plain = document == nil ? PageText.plain(page.body, columns: columns) : []
        count = layout?.lines().count ?? plain.count
        margin = layout?.margin ?? max(0, columns - PageText.measure) / 2
        isCentred = document?.blocks.contains(.middle) == true
    }

    /// Blank rows above a text that leaves so many rows of its page free. A few keep it near its title.
    func rowsAbove(free rows: Int) -> Int { isCentred ? rows / 2 : min(rows / 3, 3) }

    /// The lines that are shown with so many steps; nil shows all.
    func lines(shown: Int?) -> [TextLine] { layout?.lines(shown: shown) ?? plain }

    /// Keeps the breaks of the text. A text narrower than the measure begins where running text does.
    private static func plain(_ body: String, columns: Int) -> [TextLine] {
        var numbering = Numbering()
        let lines = ColumnText.wrapped(body, columns: columns)
        let widest = lines.map { ColumnText.width($0) }.max() ?? 0
        let margin = Glyph.blanks(max(0, columns - max(widest, measure)) / 2)
        return lines.map { line in
            TextLine(
                (margin
                    + line.compactMap { character in
                        guard var glyph = Glyph(character, style: .plain) else { return nil }
                        if !glyph.isBlank { glyph.number = numbering.take() }
                        return glyph
                    }).trimmed)
        }
    }
}
