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
