public import PagingContent

/// A document laid out for a width: lines of characters, each with its look and its number among the page's visible
/// characters.
///
/// Everything is laid out and what waits for a later step is left away at the end, so nothing that is shown moves when
/// more appears. Numbers depend on the text alone, not on width, borders or steps.
public struct DocumentLayout: Hashable, Sendable {
    /// From the first to the last that is shown.
    public let lines: [TextLine]

    /// Lays `document` out in `columns`, at least 1; `shown` steps of it are shown, nil shows all.
    public init(_ document: Document, columns: Int, shown: Int? = nil, borders: Borders = .ascii) {
        var typesetter = Typesetter(columns: columns, borders: borders)
        typesetter.set(document.blocks)
        let seen = typesetter.lines.prefix { $0.step <= shown ?? .max }
        lines = Array(seen.dropLast(seen.reversed().prefix { $0.isBlank }.count))
    }
}
