import PagingContent

/// One page in a frame.
///
/// Below 4 columns or 3 rows there is no room for a frame; then the title and the text are drawn without one.
struct PageFrame: Equatable {
    let page: Page
    let borders: Borders
    /// The parsed body; without it the body is drawn as plain text.
    var document: Document?
    /// Nil shows words in place of pictures.
    var pictures: PictureSupply?
    /// Steps shown; nil shows all.
    var shown: Int?
    /// Lines of the text that are scrolled out above; limited so that the last line stays in view.
    var scroll = 0
    /// The character whose line is the first in view, in place of `scroll`.
    var top: Int?
    /// The first column of code in view that is too wide; nil continues its lines in the next row.
    var codeStart: Int?
    /// The character under the shared pointer.
    var pointer: Int?
    /// Characters a search has found, and whether they are in view whatever `scroll` and `top` say.
    var hit: Range<Int>?
    var scrollsToHit = false
    /// Draws blanks in place of the frame.
    var isBare = false
    /// Draws the title on the page instead of in the frame, a short text in the upper third, and the footer.
    var isOpen = false
    /// The number of the page and of all pages, for its footer; nil where there is none.
    var number: Int64?
    var count: Int?
    /// Columns of running text at most.
    var measure = PageText.measure

    func draw(columns: Int, rows: Int) -> Screen {
        var layouts = LayoutCache()
        return draw(columns: columns, rows: rows, layouts: &layouts)
    }

    func draw(columns: Int, rows: Int, layouts: inout LayoutCache) -> Screen {
        layouts.cells(of: self, columns: columns, rows: rows) { drawn(columns: columns, rows: rows, layouts: &$0) }
    }

    private func drawn(columns: Int, rows: Int, layouts: inout LayoutCache) -> Screen {
        var screen = Screen(columns: columns, rows: rows)
        let view = view(columns: screen.columns, rows: screen.rows, &layouts)
        let plan = view.plan
        screen.links = view.links
        if plan.hasFrame {
            if !isBare { drawBorders(on: &screen) }
            drawTitle(on: &screen, plan, margin: view.margin)
            if let row = plan.footerRow, let footer = document?.footer {
                drawFooter(footer, on: &screen, row: row, plan)
            }
        }
        for (row, line) in view.visible.enumerated() {
            screen.write(
                marked(line), column: plan.padding, row: view.firstRow + row, end: screen.columns - plan.padding)
        }
        if plan.hasFrame, isOpen || !isBare { drawOverflow(view.overflow, on: &screen) }
        screen.placements += placements(in: view)
        return screen
    }

    /// The hidden lines of the text in a frame of this size.
    func overflow(columns: Int, rows: Int) -> PageOverflow {
        var layouts = LayoutCache()
        return view(columns: columns, rows: rows, &layouts).overflow
    }

    /// Columns by which the widest code can be scrolled in a frame of this size.
    func codeReach(columns: Int, rows: Int) -> Int {
        var layouts = LayoutCache()
        return view(columns: columns, rows: rows, &layouts).codeReach
    }

    /// The number of the first character in view in a frame of this size; nil without text.
    func firstCharacter(columns: Int, rows: Int) -> Int? {
        var layouts = LayoutCache()
        let view = view(columns: columns, rows: rows, &layouts)
        return view.lines.firstCharacter(from: view.overflow.above)
    }

    /// The number of the character in a cell of a frame of this size, or of the next one after it in its line; nil
    /// where there is no text.
    func character(column: Int, row: Int, columns: Int, rows: Int) -> Int? {
        var layouts = LayoutCache()
        let view = view(columns: columns, rows: rows, &layouts)
        guard row >= view.firstRow, let line = view.visible.dropFirst(row - view.firstRow).first else { return nil }
        var end = view.plan.padding
        for glyph in line.glyphs {
            end += glyph.columns
            if end > column, let number = glyph.number { return number }
        }
        return nil
    }

    /// The pictures of which all rows are in view.
    private func placements(in view: View) -> [PicturePlacement] {
        let visible = Array(view.visible)
        return visible.enumerated().flatMap { place, line in
            line.pictures.filter { first in
                first.row == 0
                    && (0..<first.rows).allSatisfy { row in
                        place + row < visible.count
                            && visible[place + row].pictures.contains {
                                $0.row == row && $0.column == first.column && $0.asset == first.asset
                            }
                    }
            }.map {
                PicturePlacement(
                    asset: $0.asset, column: view.plan.padding + $0.column, row: view.firstRow + place,
                    columns: $0.columns, rows: $0.rows)
            }
        }
    }

    /// The text of a page as it stands in a frame of a size.
    private struct View {
        let plan: PagePlan
        /// All lines that are shown with the page's steps.
        let lines: [TextLine]
        let overflow: PageOverflow
        /// The row of the first visible line.
        let firstRow: Int
        /// Columns to the left of the text.
        let margin: Int
        let links: [LinkNumber: String]
        let codeReach: Int

        var visible: ArraySlice<TextLine> { lines.dropFirst(overflow.above).prefix(plan.room) }
    }

    private func view(columns: Int, rows: Int, _ layouts: inout LayoutCache) -> View {
        let isTitlePage = document?.isTitlePage == true
        // A page that is one picture has no other title than its words.
        let isNamed = document?.onlyPicture.map { pictures != nil && $0.alternative == page.title } ?? false
        let hasTitle = !page.title.isEmpty && !isTitlePage && !isNamed
        let hasFooter = document?.footer != nil && !isTitlePage
        let plan = PagePlan(hasTitle: hasTitle, hasFooter: hasFooter, isOpen: isOpen, columns: columns, rows: rows)
        let text = layouts.text(
            of: page, document: document, columns: plan.columns, borders: borders, measure: measure,
            pictures: PictureRoom(page, pictures, rows: plan.room), codeStart: codeStart)
        var lines = text.lines(shown: shown)
        if !plan.hasFrame, hasTitle {
            let title = ColumnText.cut(page.title, columns: columns, ellipsis: borders.ellipsis)
            lines.insert(TextLine(Glyph.decoration(title, style: .bold)), at: 0)
        }
        let overflow = PageOverflow(
            lines: lines.count, room: plan.room, scroll: top.map { lines.place(of: $0) } ?? scroll,
            showing: scrollsToHit ? hit.map { lines.place(of: $0.lowerBound) } : nil)
        let free = isOpen && plan.hasFrame ? max(0, plan.room - text.count) : 0
        return View(
            plan: plan, lines: lines, overflow: overflow, firstRow: plan.textRow + text.rowsAbove(free: free),
            margin: text.margin, links: text.links, codeReach: text.codeReach)
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
        let (right, bottom) = (screen.columns - 1, screen.rows - 1)
        let edge = String(repeating: borders.horizontal, count: screen.columns - 2)
        let style = isOpen ? Style.role(.border) : .plain
        screen.write("\(borders.topLeft)\(edge)\(borders.topRight)", column: 0, row: 0, style: style)
        screen.write("\(borders.bottomLeft)\(edge)\(borders.bottomRight)", column: 0, row: bottom, style: style)
        for row in 1..<bottom {
            screen.write(String(borders.vertical), column: 0, row: row, style: style)
            screen.write(String(borders.vertical), column: right, row: row, style: style)
        }
    }

    fileprivate func drawTitle(on screen: inout Screen, _ plan: PagePlan, margin: Int) {
        guard let row = plan.titleRow else { return }
        guard row == 0 else {
            let (column, end) = (plan.padding + margin, plan.padding + plan.columns)
            let style: Style = [.bold, .role(.title)]
            let lines = titleLines(columns: end - column)
            for (place, line) in lines.enumerated() {
                screen.write(line, column: column, row: row + place, style: style, end: end)
            }
            if lines.count == 1,
                let scaled = TitlePlacement(lines[0], column: column, row: row, end: end, style: style)
            {
                screen.titles.append(scaled)
            }
            return
        }
        // Where the text begins, too.
        let start = isOpen ? max(2, plan.padding + margin) : 3
        let room = screen.columns - 3 - start
        guard room > 0 else { return }
        let title = ColumnText.cut(page.title, columns: room, ellipsis: borders.ellipsis)
        screen.write(" ", column: start - 1, row: 0)
        let end = screen.write(
            title, column: start, row: 0, style: isOpen ? [.bold, .role(.title)] : .bold, end: screen.columns - 3)
        screen.write(" ", column: end, row: 0)
    }

    /// A long title goes on in the row below it, which is blank otherwise.
    private func titleLines(columns: Int) -> [String] {
        guard ColumnText.width(page.title) > columns,
            let first = ColumnText.wrapped(page.title, columns: columns).first
        else { return [page.title] }
        let rest = page.title.dropFirst(first.count).drop { $0 == " " }
        return [first, ColumnText.cut(rest, columns: columns, ellipsis: borders.ellipsis)]
    }

    /// Writes the parts of the footer: the left one is cut where it meets the right one, and the one in the centre is left
    /// out there.
    fileprivate func drawFooter(_ footer: PageFooter, on screen: inout Screen, row: Int, _ plan: PagePlan) {
        let gap = 2
        let parts = footer.parts(page: number, of: count)
        func cut(_ text: String, _ columns: Int) -> String {
            columns > 0 ? ColumnText.cut(text, columns: columns, ellipsis: borders.ellipsis) : ""
        }
        let right = cut(parts.right, plan.columns)
        let end = plan.padding + plan.columns - ColumnText.width(right)
        let left = cut(parts.left, end - plan.padding - (right.isEmpty ? 0 : gap))
        let start = screen.write(left, column: plan.padding, row: row, style: .role(.faint), end: end)
        screen.write(right, column: end, row: row, style: .role(.faint))
        let centre = (screen.columns - ColumnText.width(parts.centre)) / 2
        guard centre >= start + (left.isEmpty ? 0 : gap), centre >= plan.padding,
            centre + ColumnText.width(parts.centre) <= end - (right.isEmpty ? 0 : gap)
        else { return }
        screen.write(parts.centre, column: centre, row: row, style: .role(.faint))
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
