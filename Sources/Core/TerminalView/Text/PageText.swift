import PagingContent

/// A page's text: its document laid out, or its body as plain text.
struct PageText {
    /// Columns of running text at most, where nobody has chosen a number: longer lines are hard to follow.
    static let measure = 80
    /// Lines of a title in large letters at most.
    private static let mostLargeLines = 3

    private let layout: DocumentLayout?
    private let plain: [TextLine]
    private let title: [TextLine]
    /// Lines with all steps.
    let count: Int
    /// Columns to the left of the leftmost text or column, where the title begins, too.
    let margin: Int
    /// Addresses of the links in the lines.
    let links: [LinkNumber: String]
    /// Columns by which the widest code can be scrolled.
    var codeReach: Int { layout?.codeReach ?? 0 }
    /// Whether the title is a part of the text, as on the page that opens a deck.
    let hasTitle: Bool
    private let isCentred: Bool

    init(
        _ page: Page, document: Document?, columns: Int, borders: Borders, measure: Int = PageText.measure,
        pictures: PictureRoom? = nil, codeStart: Int? = nil
    ) {
        layout = document.map {
            DocumentLayout(
                $0, columns: columns, borders: borders, measure: measure, pictures: pictures, codeStart: codeStart)
        }
        plain = document == nil ? PageText.plain(page.body, columns: columns, measure: measure) : []
        hasTitle = document?.isTitlePage == true
        title = hasTitle ? PageText.largeTitle(page.title, columns: columns, borders: borders) : []
        let text = layout?.lines() ?? plain
        count = title.count + text.count
        let leftmost = text.filter { !$0.isBlank }.map { PageText.left(of: $0, borders) }.min() ?? .max
        margin = layout?.hasWideColumns == true ? 0 : min(leftmost, max(0, columns - measure) / 2)
        links = layout?.links ?? [:]
        isCentred = hasTitle || document?.blocks.contains(.middle) == true || document?.onlyPicture != nil
    }

    /// Columns before the text of a line. The mark beside code that is scrolled sideways stands before it.
    private static func left(of line: TextLine, _ borders: Borders) -> Int {
        let blanks: [Glyph] = line.glyphs.prefix(while: \.isBlank)
        let first = line.glyphs.dropFirst(blanks.count).first
        let isMark = first?.number == nil && first?.character == borders.hiddenLeft
        return blanks.columns + (isMark ? CodeLayout.indent : 0)
    }

    /// Blank rows above a text that leaves so many rows of its page free. A few keep it near its title.
    func rowsAbove(free rows: Int) -> Int { isCentred ? rows / 2 : min(rows / 3, 3) }

    /// The lines that are shown with so many steps; nil shows all.
    func lines(shown: Int?) -> [TextLine] { title + (layout?.lines(shown: shown) ?? plain) }

    /// The title in large letters where they fit, as they do not in ASCII, and a blank line.
    private static func largeTitle(_ title: String, columns: Int, borders: Borders) -> [TextLine] {
        let large = borders == .ascii ? nil : largeLines(title, columns: columns * 4 / 5)
        let parts = large ?? [[ColumnText.cut(title, columns: columns, ellipsis: borders.ellipsis)]]
        let style: Style = [.bold, .role(.title)]
        return parts.flatMap { part in
            let start = Glyph.blanks((columns - (part.map { ColumnText.width($0) }.max() ?? 0)) / 2)
            return part.map { TextLine((start + Glyph.decoration($0, style: style)).trimmed) }
        } + [TextLine([])]
    }

    /// The rows of each line of a title: one line as large as fits, or else a few with as many words as fit in each. Nil where
    /// a word does not fit, or a character has no large letter.
    private static func largeLines(_ title: String, columns: Int) -> [[String]]? {
        for scale in [2, 1] {
            if let line = LargeText(title, scale: scale), line.columns <= columns { return [line.lines] }
        }
        var lines: [LargeText] = []
        var text = ""
        for word in title.split(separator: " ") {
            let longer = text.isEmpty ? String(word) : "\(text) \(word)"
            if !text.isEmpty, let line = LargeText(longer), line.columns <= columns {
                lines[lines.count - 1] = line
                text = longer
            } else {
                guard let line = LargeText(String(word)), line.columns <= columns, lines.count < mostLargeLines else {
                    return nil
                }
                lines.append(line)
                text = String(word)
            }
        }
        return lines.isEmpty ? nil : lines.map(\.lines)
    }

    /// Keeps the breaks of the text. A text narrower than the measure begins where running text does.
    private static func plain(_ body: String, columns: Int, measure: Int) -> [TextLine] {
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

extension Document {
    /// Whether it is the text of a page that opens a deck.
    var isTitlePage: Bool { blocks.contains(.titlePage) }
}
