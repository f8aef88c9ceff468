import PagingContent

/// Sets the blocks of a document, line by line.
struct Typesetter {
    /// Longest rule; it need not fill a very wide window.
    private static let ruleColumns = 80

    let borders: Borders
    private(set) var lines: [TextLine] = []
    private(set) var numbering = Numbering()
    /// Pauses so far.
    private var step = 0
    /// The depth of lists around the current block.
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
        case .code(let code): setCode(code.text, language: code.language)
        case .quote(let blocks):
            let bar = Glyph.decoration("\(borders.vertical) ", style: .faint)
            within(first: bar, rest: bar) { $0.set(blocks) }
        case .list(let start, let isTight, let items): setList(from: start, items, isTight: isTight)
        case .table(let alignments, let header, let rows): setTable(alignments, header, rows)
        case .rule:
            let line = String(repeating: borders.horizontal, count: min(columns, Typesetter.ruleColumns))
            emit([Glyph.decoration(line, style: .faint)])
        case .alert(let alert, let blocks):
            set(.quote([.paragraph([.strong([.text(alert.rawValue.uppercased())])])] + blocks))
        case .columns(let columns): set(columns.flatMap(\.blocks))
        case .aligned(_, let blocks): set(blocks)
        case .picture(let picture): set(.paragraph([.image(picture.alternative)]))
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
            // An item without text has a mark, too.
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
        emit(code.lines(columns: columns, mark: borders.ellipsis))
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

/// The text to the left of lines: bars of quotes, marks of list items and the space below them.
struct Margin {
    /// Columns that a margin leaves to the text at least, if it can.
    private static let leastColumns = 8

    /// The prefix of all lines but the first.
    private(set) var rest: [Glyph] = []
    /// Columns for the text.
    private(set) var columns: Int
    /// The prefix of the first line, until that is set.
    private var first: [Glyph]?

    init(columns: Int) {
        self.columns = columns
    }

    /// Whether the first line is set.
    var isBegun: Bool { first == nil }

    /// The margin after its first line.
    var begun: Margin {
        var margin = self
        margin.first = nil
        return margin
    }

    /// The prefix of the next line.
    mutating func prefix() -> [Glyph] {
        defer { first = nil }
        return first ?? rest
    }

    /// The margin of a text after a mark. Where it would leave too few columns, it starts again at the left edge.
    func indented(first mark: [Glyph], rest space: [Glyph]) -> Margin {
        let whole = rest.columns + columns
        let isTooDeep = columns - space.columns < Margin.leastColumns && !rest.isEmpty
        var margin = Margin(columns: max(1, (isTooDeep ? whole : columns) - space.columns))
        margin.rest = isTooDeep ? space : rest + space
        margin.first = isTooDeep ? mark : (first ?? rest) + mark
        return margin
    }
}
