package import PagingContent

/// A document laid out for a width: lines of characters with their styles and their numbers among the page's visible
/// characters.
///
/// Everything is laid out, and the lines of later steps are removed at the end, so visible lines do not move when more
/// appear. Numbers depend on the text alone, not on width, borders or steps.
package struct DocumentLayout: Hashable, Sendable {
    private let all: [TextLine]
    /// Addresses of the links in the lines.
    let links: [LinkNumber: String]
    /// Columns by which the widest code can be scrolled; 0 where all of it fits.
    let codeReach: Int
    /// Whether columns side by side begin at the left edge.
    let hasWideColumns: Bool

    /// Lays `document` out in `columns`, at least 1.
    ///
    /// - Parameters:
    ///   - measure: columns of running text at most; it stands in the middle of `columns`, and only code, tables and
    ///     columns side by side use more.
    ///   - codeStart: the first column in view of code that is too wide; nil continues its lines in the next row.
    package init(
        _ document: Document, columns: Int, borders: Borders = .ascii, measure: Int = .max, codeStart: Int? = nil
    ) {
        self.init(
            document, columns: columns, borders: borders, measure: measure, pictures: nil, codeStart: codeStart)
    }

    /// - Parameter pictures: nil shows words in place of pictures. They share the rows that the text leaves.
    init(
        _ document: Document, columns: Int, borders: Borders, measure: Int, pictures: PictureRoom?, codeStart: Int?
    ) {
        func typeset(_ pictures: PictureRoom?) -> Typesetter {
            var typesetter = Typesetter(
                columns: columns, borders: borders, measure: measure, pictures: pictures, codeStart: codeStart)
            typesetter.isPictureAlone = document.onlyPicture != nil
            typesetter.set(document.blocks)
            return typesetter
        }
        var typesetter: Typesetter
        if let pictures, document.onlyPicture == nil {
            // In one row each, pictures tell how much of the page is text, and how many stand below each other.
            let least = typeset(pictures.limited(to: 1)).lines
            let rows = least.count { !$0.pictures.isEmpty }
            typesetter = typeset(pictures.limited(to: pictures.share(of: rows, beside: least.count - rows)))
        } else {
            typesetter = typeset(pictures)
        }
        all = typesetter.lines
        links = typesetter.numbering.links
        codeReach = typesetter.codeReach
        hasWideColumns = typesetter.hasWideColumns
    }

    /// The lines that are shown with so many steps; nil shows all.
    package func lines(shown: Int? = nil) -> [TextLine] {
        let shown = shown ?? .max
        let seen = all.prefix { $0.step <= shown }.map { $0.shown(shown) }
        return Array(seen.dropLast(seen.reversed().prefix { $0.isBlank }.count))
    }
}
