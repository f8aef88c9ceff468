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
