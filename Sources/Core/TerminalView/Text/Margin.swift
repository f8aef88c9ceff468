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
    /// Blank columns to the left of everything.
    let edge: Int

    init(columns: Int, edge: Int = 0) {
        self.columns = columns
        self.edge = edge
        rest = Glyph.blanks(edge)
    }

    /// Whether nothing but blanks is to the left of a line.
    var isAtEdge: Bool { rest.count == edge && (first?.count ?? edge) == edge }

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
        let whole = rest.columns - edge + columns
        let isTooDeep = columns - space.columns < Margin.leastColumns && rest.count > edge
        var margin = Margin(columns: max(1, (isTooDeep ? whole : columns) - space.columns), edge: edge)
        let left = Glyph.blanks(edge)
        margin.rest = (isTooDeep ? left : rest) + space
        margin.first = (isTooDeep ? left : first ?? rest) + mark
        return margin
    }
}
