import PagingContent

/// Sets the blocks of a document line by line, one below the other.
struct Typesetter {
    /// A rule is no longer: it divides, and need not fill a very wide window.
    private static let ruleColumns = 80

    let borders: Borders
    private(set) var lines: [TextLine] = []
    private(set) var numbering = Numbering()
    /// Pauses so far.
    private var step = 0
    /// Lists around the block that is set.
    private var depth = 0
    private var margin: Margin

    init(columns: Int, borders: Borders) {
        self.borders = borders
        margin = Margin(columns: max(1, columns))
    }

    private var columns: Int { margin.columns }

    /// Sets the blocks with a blank line between two, or none in a tight list.
    mutating func set(_ blocks: [Document.Block], isTight: Bool = false) {
        var isFirst = true
        for block in blocks {
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
        case .code(let language, let text): setCode(text, language: language)
        case .quote(let blocks):
            let bar = Glyph.decoration("\(borders.vertical) ", style: .faint)
            within(first: bar, rest: bar) { $0.set(blocks) }
        case .list(let start, let isTight, let items): setList(from: start, items, isTight: isTight)
        case .table(let alignments, let header, let rows): setTable(alignments, header, rows)
        case .rule:
            let line = String(repeating: borders.horizontal, count: min(columns, Typesetter.ruleColumns))
            emit([Glyph.decoration(line, style: .faint)])
        case .pause: step += 1
        }
    }

    private mutating func pieces(_ text: [Document.Inline], _ style: Style = .plain) -> [[Glyph]] {
        InlineText(text, style: style, columns: columns, numbering: &numbering).pieces
    }

    /// The two upper levels are underlined by a row of their own, so that they are headings in any style.
    private mutating func setHeading(_ level: Int, _ text: [Document.Inline]) {
        let lines = LineBreaker(columns: columns).lines(pieces(text, .bold))
        emit(lines)
        guard level <= 2 else { return }
        let line = level == 1 ? borders.indicator : borders.horizontal
        let widest = lines.map(\.columns).max() ?? 0
        emit([Glyph.decoration(String(repeating: line, count: widest), style: .bold)])
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
            if let isDone = item.isDone { mark += isDone ? "[x] " : "[ ] " }
            let glyphs = Glyph.decoration(mark)
            let before = lines.count
            within(first: glyphs, rest: Glyph.blanks(glyphs.columns)) { $0.set(item.blocks, isTight: isTight) }
            // An item without text still has its mark.
            if lines.count == before { lines.append(TextLine(margin.prefix() + glyphs, step: step)) }
        }
        depth -= 1
    }

    private mutating func setTable(
        _ alignments: [Document.Alignment], _ header: [[Document.Inline]], _ rows: [[[Document.Inline]]]
    ) {
        guard !alignments.isEmpty else { return }
        let head = header.map { pieces($0, .bold) }
        let body = rows.map { $0.map { pieces($0) } }
        let table = TableLayout(alignments: alignments, header: head, rows: body, borders: borders)
        emit(table.lines(columns: columns))
    }

    private mutating func setCode(_ text: String, language: String) {
        let code = CodeLayout(text, language: language, numbering: &numbering)
        emit(code.lines(columns: columns))
    }

    private mutating func emit(_ content: [[Glyph]]) {
        for glyphs in content { lines.append(TextLine((margin.prefix() + glyphs).trimmed, step: step)) }
    }

    private mutating func leaveBlank() {
        lines.append(TextLine(margin.rest.trimmed, step: step))
    }

    /// Sets what `body` sets behind a mark: `first` in front of its first line, `rest` in front of all others.
    private mutating func within(first: [Glyph], rest: [Glyph], _ body: (inout Typesetter) -> Void) {
        let outer = margin
        margin = outer.indented(first: first, rest: rest)
        body(&self)
        margin = margin.isBegun ? outer.begun : outer
    }
}

/// What stands to the left of a text's lines: bars of quotes, marks of list items and the space below them.
struct Margin {
    /// Fewer columns are left to no text as long as there are more without a margin around it.
    private static let leastColumns = 8

    /// In front of all lines but the first.
    private(set) var rest: [Glyph] = []
    /// Columns for the text.
    private(set) var columns: Int
    /// In front of the first line, until it has come.
    private var first: [Glyph]?

    init(columns: Int) {
        self.columns = columns
    }

    /// Whether the first line has come.
    var isBegun: Bool { first == nil }

    /// The same behind its first line.
    var begun: Margin {
        var margin = self
        margin.first = nil
        return margin
    }

    /// What stands in front of the next line.
    mutating func prefix() -> [Glyph] {
        defer { first = nil }
        return first ?? rest
    }

    /// The margin of a text behind a mark. Where it would leave too few columns it begins anew at the left edge.
    func indented(first mark: [Glyph], rest space: [Glyph]) -> Margin {
        let whole = rest.columns + columns
        let isTooDeep = columns - space.columns < Margin.leastColumns && !rest.isEmpty
        var margin = Margin(columns: max(1, (isTooDeep ? whole : columns) - space.columns))
        margin.rest = isTooDeep ? space : rest + space
        margin.first = isTooDeep ? mark : (first ?? rest) + mark
        return margin
    }
}
