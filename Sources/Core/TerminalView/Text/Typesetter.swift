import PagingContent

/// Sets the blocks of a document, line by line.
struct Typesetter {
    /// Longest rule; it need not fill a very wide window.
    private static let ruleColumns = 80
    /// Columns between two columns of a page.
    private static let gap = 3
    /// Columns below which columns stand below each other.
    private static let leastColumn = 16

    let borders: Borders
    /// The first column of code in view that is too wide; nil continues its lines in the next row.
    private let codeStart: Int?
    /// Columns by which the widest code can be scrolled.
    private(set) var codeReach = 0
    /// Whether columns side by side begin at the left edge of all the width.
    private(set) var hasWideColumns = false
    /// Columns for code, tables and columns side by side.
    private let wide: Int
    private(set) var lines: [TextLine] = []
    private(set) var numbering = Numbering()
    /// Pauses so far.
    private var step = 0
    /// The depth of lists around the current block.
    private var depth = 0
    private var margin: Margin
    private let pictures: PictureRoom?
    /// Whether the page has nothing but one picture.
    var isPictureAlone = false
    /// The place of pictures within the width.
    private var alignment = Document.Alignment.centre

    /// - Parameters:
    ///   - measure: columns of running text at most; it stands in the middle.
    ///   - pictures: nil shows words in place of pictures.
    ///   - codeStart: the first column in view of code that is too wide; nil continues its lines in the next row.
    init(
        columns: Int, borders: Borders, measure: Int = .max, pictures: PictureRoom? = nil, codeStart: Int? = nil
    ) {
        self.borders = borders
        self.pictures = pictures
        self.codeStart = codeStart
        wide = max(1, columns)
        margin = Margin(columns: min(wide, max(1, measure)), edge: max(0, wide - max(1, measure)) / 2)
    }

    private var columns: Int { margin.columns }

    /// Sets the blocks with a blank line between two, or none in a tight list.
    mutating func set(_ blocks: [Document.Block], isTight: Bool = false) {
        var isFirst = true
        // Marks of the page as a whole are no lines.
        for block in blocks where block != .middle && block != .titlePage {
            if block == .pause {
                step += 1
                continue
            }
            if !isFirst, !isTight { leaveBlank() }
            isFirst = false
            set(block)
        }
    }

    private mutating func set(_ block: Document.Block) {
        switch block {
        case .heading(let level, let text): setHeading(level, text)
        case .paragraph(let text): emit(LineBreaker(columns: columns).lines(pieces(text)))
        case .code(let code): setCode(code)
        case .quote(let blocks): setQuote(blocks, bar: .role(.quote))
        case .alert(let alert, let blocks):
            let title = Document.Block.paragraph([.strong([.text(alert.title)])])
            setQuote(blocks, title: title, bar: .role(alert.role))
        case .list(let start, let isTight, let items): setList(from: start, items, isTight: isTight)
        case .table(let alignments, let header, let rows): setTable(alignments, header, rows)
        case .rule:
            let line = String(repeating: borders.horizontal, count: min(columns, Typesetter.ruleColumns))
            emit([Glyph.decoration(line, style: .role(.border))])
        case .columns(let columns): setColumns(columns)
        case .aligned(let alignment, let blocks): setAligned(alignment, blocks)
        case .picture(let picture): setPicture(picture)
        case .space(let lines): for _ in 1..<max(1, lines) { leaveBlank() }
        case .middle, .titlePage: break
        case .pause: step += 1
        }
    }

    private mutating func pieces(_ text: [Document.Inline], _ style: Style = .plain) -> [[Glyph]] {
        InlineText(text, style: style, columns: columns, numbering: &numbering).pieces
    }

    /// The two upper levels are underlined by a row, so that they are headings without styles, too.
    private mutating func setHeading(_ level: Int, _ text: [Document.Inline]) {
        let style: Style = [.bold, .role(.heading)]
        let lines = LineBreaker(columns: columns).lines(pieces(text, style))
        emit(lines)
        guard level <= 2 else { return }
        let line = level == 1 ? borders.indicator : borders.horizontal
        let widest = lines.map(\.columns).max() ?? 0
        emit([Glyph.decoration(String(repeating: line, count: widest), style: style)])
    }

    /// - Parameter title: stands right above the blocks.
    private mutating func setQuote(_ blocks: [Document.Block], title: Document.Block? = nil, bar style: Style) {
        let bar = Glyph.decoration("\(borders.bar) ", style: style)
        within(first: bar, rest: bar) { typesetter in
            if let title { typesetter.set(title) }
            typesetter.set(blocks)
        }
    }

    private mutating func setList(from start: Int?, _ items: [Document.Item], isTight: Bool) {
        // CommonMark numbers have at most nine digits.
        let start = start.map { min(max($0, 0), 999_999_999) }
        let last = start.map { String($0 + max(0, items.count - 1)).count } ?? 0
        depth += 1
        for (place, item) in items.enumerated() {
            if place > 0, !isTight { leaveBlank() }
            var mark = ""
            if let start {
                let number = String(start + place)
                mark = String(repeating: " ", count: max(0, last - number.count)) + number + ". "
            } else if item.isDone == nil {
                mark = "\(borders.bullets[min(depth, borders.bullets.count) - 1]) "
            }
            if let isDone = item.isDone { mark += (isDone ? borders.done : borders.open) + " " }
            let glyphs = Glyph.decoration(mark, style: .role(.bullet))
            let before = lines.count
            within(first: glyphs, rest: Glyph.blanks(glyphs.columns)) { $0.set(item.blocks, isTight: isTight) }
            // An item without text has a mark, too.
            if lines.count == before { lines.append(TextLine(margin.prefix() + glyphs, step: step)) }
        }
        depth -= 1
    }

    private mutating func setTable(
        _ alignments: [Document.Alignment], _ header: [[Document.Inline]], _ rows: [[[Document.Inline]]]
    ) {
        guard !alignments.isEmpty else { return }
        let head = header.map { pieces($0, [.bold, .role(.tableHeader)]) }
        let body = rows.map { $0.map { pieces($0) } }
        let table = TableLayout(alignments: alignments, header: head, rows: body, borders: borders)
        emitWide(table.lines)
    }

    private mutating func setCode(_ code: Document.CodeBlock) {
        let attributes = CodeAttributes(code.attributes)
        let layout = CodeLayout(code, attributes, step: step, numbering: &numbering)
        codeReach = max(codeReach, layout.reach(columns: margin.isAtEdge ? wide : columns))
        emitWide { [borders, columns, codeStart] room in
            layout.lines(columns: min(room, max(columns, layout.columns)), borders: borders, from: codeStart)
        }
        step += attributes.steps
    }

    /// Sets a picture in the middle of its place, or its words where it is not known.
    private mutating func setPicture(_ block: Document.PictureBlock) {
        guard let pictures, let picture = pictures.pictures[block.address] else {
            return set(.paragraph([.image(block.alternative)]))
        }
        let wishes = PictureAttributes(block.attributes)
        let isWide = margin.isAtEdge && (isPictureAlone || wishes.isFull || wishes.widthPercent != nil)
        let room = isWide ? wide : columns
        let size = pictures.size(picture, wishes, columns: room, isAlone: isPictureAlone)
        let words = pieces([.image(block.alternative)]).flatMap(\.self)
        let lines = PictureLines(
            picture, words: words,
            cells: pictures.supply.cells(of: picture.asset, columns: size.columns, rows: size.rows),
            columns: size.columns, rows: size.rows)
        for line in lines.lines {
            let prefix = isWide ? [] : margin.prefix()
            if isWide { _ = margin.prefix() }
            self.lines.append(line.behind(prefix + Glyph.blanks(alignment.left(free: room - size.columns)), step: step))
        }
    }

    /// Sets lines that may take more than the measure, and then stand in the middle; within a margin they may not.
    private mutating func emitWide(_ content: (_ columns: Int) -> [[Glyph]]) {
        let lines = content(margin.isAtEdge ? wide : columns)
        let widest = lines.map(\.columns).max() ?? 0
        guard widest > columns else { return emit(lines) }
        let start = Glyph.blanks((wide - widest) / 2)
        _ = margin.prefix()
        for glyphs in lines { self.lines.append(TextLine((start + glyphs).trimmed, step: step)) }
    }

    /// Sets columns side by side, or below each other where they would be narrower than `leastColumn`.
    private mutating func setColumns(_ columns: [Document.Column]) {
        let room = margin.isAtEdge ? wide : self.columns
        let free = room - Typesetter.gap * (columns.count - 1)
        let weights = columns.map { max(1, $0.weight) }
        let widths = weights.map { free * $0 / weights.reduce(0, +) }
        guard let narrowest = widths.min(), narrowest >= Typesetter.leastColumn else {
            return set(columns.flatMap(\.blocks))
        }
        let parts = zip(columns, widths).map { column, width in lines(of: column.blocks, columns: width) }
        let prefix = margin.isAtEdge ? [] : margin.prefix()
        if margin.isAtEdge {
            _ = margin.prefix()
            hasWideColumns = true
        }
        let lefts = widths.indices.map { prefix.columns + widths.prefix($0).reduce(0, +) + Typesetter.gap * $0 }
        for row in 0..<(parts.map(\.count).max() ?? 0) {
            let cells = parts.map { row < $0.count ? $0[row] : nil }
            let first = cells.compactMap { $0?.step }.min() ?? step
            var glyphs = prefix
            var slices: [PictureSlice] = []
            for (place, cell) in cells.enumerated() {
                if place > 0 { glyphs += Glyph.blanks(Typesetter.gap) }
                let late = (cell?.glyphs ?? []).map { glyph in
                    var glyph = glyph
                    glyph.step = max(glyph.step, cell?.step ?? 0)
                    return glyph
                }
                glyphs += late + Glyph.blanks(widths[place] - late.columns)
                slices += cell?.behind(Glyph.blanks(lefts[place])).pictures ?? []
            }
            self.lines.append(TextLine(glyphs.trimmed, step: first, pictures: slices))
        }
    }

    /// Aligns each line of running text, and other blocks as a whole: code and lists keep their indentation.
    private mutating func setAligned(_ alignment: Document.Alignment, _ blocks: [Document.Block]) {
        var isFirst = true
        for block in blocks where block != .middle && block != .titlePage {
            if block == .pause {
                step += 1
                continue
            }
            if !isFirst { leaveBlank() }
            isFirst = false
            let part = lines(of: [block], columns: columns, alignment)
            let widest = block.isRunningText ? nil : part.map(\.columns).max()
            for line in part {
                let left = line.pictures.isEmpty ? alignment.left(free: columns - (widest ?? line.columns)) : 0
                lines.append(line.behind(margin.prefix() + Glyph.blanks(left)))
            }
        }
    }

    /// Lines of blocks in a part of the width; the steps and the numbers go on.
    private mutating func lines(
        of blocks: [Document.Block], columns: Int, _ alignment: Document.Alignment = .centre
    ) -> [TextLine] {
        var part = Typesetter(columns: columns, borders: borders, pictures: pictures, codeStart: codeStart)
        part.isPictureAlone = isPictureAlone
        part.alignment = alignment
        part.numbering = numbering
        part.step = step
        part.depth = depth
        part.set(blocks)
        numbering = part.numbering
        step = part.step
        codeReach = max(codeReach, part.codeReach)
        return part.lines
    }

    private mutating func emit(_ content: [[Glyph]]) {
        for glyphs in content { lines.append(TextLine((margin.prefix() + glyphs).trimmed, step: step)) }
    }

    private mutating func leaveBlank() {
        lines.append(TextLine(margin.rest.trimmed, step: step))
    }

    /// Sets the lines of `body` after a mark: `first` before its first line, `rest` before all others.
    private mutating func within(first: [Glyph], rest: [Glyph], _ body: (inout Typesetter) -> Void) {
        let outer = margin
        margin = outer.indented(first: first, rest: rest)
        body(&self)
        margin = margin.isBegun ? outer.begun : outer
    }
}

extension Document.Alignment {
    /// Blank columns at the left of what leaves so many free.
    fileprivate func left(free columns: Int) -> Int {
        switch self {
        case .leading: 0
        case .centre: columns / 2
        case .trailing: columns
        }
    }
}

extension Document.Block {
    /// Whether its lines have no places relative to each other.
    fileprivate var isRunningText: Bool {
        switch self {
        case .paragraph, .heading: true
        default: false
        }
    }
}

extension Document.Alert {
    /// The word above the text, as GitHub writes it.
    fileprivate var title: String {
        switch self {
        case .note: "Note"
        case .tip: "Tip"
        case .important: "Important"
        case .warning: "Warning"
        case .caution: "Caution"
        }
    }

    fileprivate var role: ThemeRole {
        switch self {
        case .note: .alertNote
        case .tip: .alertTip
        case .important: .alertImportant
        case .warning: .alertWarning
        case .caution: .alertCaution
        }
    }
}
