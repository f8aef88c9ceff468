import PagingContent

/// One page in a frame, with the title in the upper border.
///
/// Below 4 columns or 3 rows there is no room for a frame; then the title and the text are drawn without one.
struct PageFrame {
    let page: Page
    let borders: Borders
    /// The parsed body; without it the body is drawn as plain text.
    var document: Document?
    /// Steps shown; nil shows all.
    var shown: Int?
    /// Lines of the text that are scrolled out above; limited so that the last line stays in view.
    var scroll = 0
    /// The character whose line is the first in view, in place of `scroll`.
    var top: Int?
    /// The character under the shared pointer.
    var pointer: Int?
    /// Characters a search has found.
    var hit: Range<Int>?
    /// Draws blanks in place of the frame.
    var isBare = false

    func draw(columns: Int, rows: Int) -> Screen {
        var layouts = LayoutCache()
        return draw(columns: columns, rows: rows, layouts: &layouts)
    }

    func draw(columns: Int, rows: Int, layouts: inout LayoutCache) -> Screen {
        var screen = Screen(columns: columns, rows: rows)
        guard PageFrame.hasBorders(columns: screen.columns, rows: screen.rows) else {
            drawBare(on: &screen, &layouts)
            return screen
        }
        let padding = PageFrame.padding(columns: screen.columns)
        let lines = lines(columns: screen.columns - 2 * padding, &layouts)
        let room = screen.rows - 2
        let overflow = overflow(of: lines, room: room)
        if !isBare { drawBorders(on: &screen) }
        drawTitle(on: &screen)
        for (row, line) in lines.dropFirst(overflow.above).prefix(room).enumerated() {
            screen.write(marked(line), column: padding, row: row + 1, end: screen.columns - padding)
        }
        if !isBare { drawOverflow(overflow, on: &screen) }
        return screen
    }

    static func hasBorders(columns: Int, rows: Int) -> Bool { columns >= 4 && rows >= 3 }

    /// Columns between the edge of a frame and its text.
    static func padding(columns: Int) -> Int { columns >= 8 ? 2 : 1 }

    private func lines(columns: Int, _ layouts: inout LayoutCache) -> [TextLine] {
        layouts.text(of: page, document: document, columns: columns, borders: borders).lines(shown: shown)
    }

    /// The hidden lines of the text in a frame of this size.
    func overflow(columns: Int, rows: Int) -> PageOverflow {
        let (lines, room) = layout(columns: columns, rows: rows)
        return overflow(of: lines, room: room)
    }

    /// The number of the first character in view in a frame of this size; nil without text.
    func firstCharacter(columns: Int, rows: Int) -> Int? {
        let (lines, room) = layout(columns: columns, rows: rows)
        return lines.firstCharacter(from: overflow(of: lines, room: room).above)
    }

    /// The number of the character in a cell of a frame of this size, or of the next one after it in its line; nil
    /// where there is no text.
    func character(column: Int, row: Int, columns: Int, rows: Int) -> Int? {
        let hasBorders = PageFrame.hasBorders(columns: columns, rows: rows)
        let (lines, room) = layout(columns: columns, rows: rows)
        let above = overflow(of: lines, room: room).above
        let line = row - (hasBorders ? 1 : 0)
        guard (0..<room).contains(line), lines.indices.contains(above + line) else { return nil }
        var end = hasBorders ? PageFrame.padding(columns: columns) : 0
        for glyph in lines[above + line].glyphs {
            end += glyph.columns
            if end > column, let number = glyph.number { return number }
        }
        return nil
    }

    /// All lines of the text in a frame of this size, and the rows for them.
    private func layout(columns: Int, rows: Int) -> (lines: [TextLine], room: Int) {
        var layouts = LayoutCache()
        guard PageFrame.hasBorders(columns: columns, rows: rows) else {
            return (bareLines(columns: columns, &layouts), rows)
        }
        return (lines(columns: columns - 2 * PageFrame.padding(columns: columns), &layouts), rows - 2)
    }

    private func overflow(of lines: [TextLine], room: Int) -> PageOverflow {
        PageOverflow(lines: lines.count, room: room, scroll: top.map { lines.place(of: $0) } ?? scroll)
    }

    private func bareLines(columns: Int, _ layouts: inout LayoutCache) -> [TextLine] {
        let body = lines(columns: columns, &layouts)
        guard !page.title.isEmpty else { return body }
        let title = ColumnText.cut(page.title, columns: columns, ellipsis: borders.ellipsis)
        return [TextLine(Glyph.decoration(title, style: .bold))] + body
    }

    private func drawBare(on screen: inout Screen, _ layouts: inout LayoutCache) {
        let lines = bareLines(columns: screen.columns, &layouts)
        let above = overflow(of: lines, room: screen.rows).above
        for (row, line) in lines.dropFirst(above).prefix(screen.rows).enumerated() {
            screen.write(marked(line), column: 0, row: row, end: screen.columns)
        }
    }

    /// The line with the hit and the pointed word marked.
    private func marked(_ line: TextLine) -> TextLine {
        var line = line
        if let hit, let first = line.glyphs.firstIndex(where: { $0.number.map(hit.contains) == true }),
            let last = line.glyphs.lastIndex(where: { $0.number.map(hit.contains) == true })
        {
            line = line.marked(first..<last + 1, [.reversed, .underlined])
        }
        if let word = pointer.flatMap(line.word) { line = line.marked(word, [.reversed, .bold]) }
        return line
    }
}

extension PageFrame {
    fileprivate func drawBorders(on screen: inout Screen) {
        let right = screen.columns - 1
        let bottom = screen.rows - 1
        let edge = String(repeating: borders.horizontal, count: screen.columns - 2)
        screen.write("\(borders.topLeft)\(edge)\(borders.topRight)", column: 0, row: 0)
        screen.write("\(borders.bottomLeft)\(edge)\(borders.bottomRight)", column: 0, row: bottom)
        for row in 1..<bottom {
            screen.write(String(borders.vertical), column: 0, row: row)
            screen.write(String(borders.vertical), column: right, row: row)
        }
    }

    fileprivate func drawTitle(on screen: inout Screen) {
        let room = screen.columns - 6
        guard room > 0, !page.title.isEmpty else { return }
        let title = ColumnText.cut(page.title, columns: room, ellipsis: borders.ellipsis)
        screen.write(" ", column: 2, row: 0)
        let end = screen.write(title, column: 3, row: 0, style: .bold, end: screen.columns - 3)
        screen.write(" ", column: end, row: 0)
    }

    /// Writes the number of hidden lines into the lower border.
    fileprivate func drawOverflow(_ overflow: PageOverflow, on screen: inout Screen) {
        guard overflow != .none else { return }
        let room = screen.columns - 3
        let texts = overflow.texts(ellipsis: borders.ellipsis)
        let text = ColumnText.prefix(texts.first { ColumnText.width($0) <= room } ?? borders.ellipsis, columns: room)
        let column = screen.columns - 2 - ColumnText.width(text)
        screen.write(text, column: column, row: screen.rows - 1, style: .faint, end: screen.columns - 1)
    }
}
