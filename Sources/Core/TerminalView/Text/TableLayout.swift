import PagingContent

/// A table whose columns are as wide as their cells, or share the width equally where that is too much.
///
/// Below `leastColumns` for each, every row becomes a list of its cells with the texts of the header.
struct TableLayout {
    /// In fewer columns a cell cannot be read.
    private static let leastColumns = 4

    let alignments: [Document.Alignment]
    /// A cell is text with forced breaks between its pieces.
    let header: [[[Glyph]]]
    let rows: [[[[Glyph]]]]
    let borders: Borders

    func lines(columns: Int) -> [[Glyph]] {
        guard let widths = widths(columns: columns) else { return stacked(columns: columns) }
        let crossing = "\(borders.horizontal)\(borders.crossing)\(borders.horizontal)"
        let rule = widths.map { String(repeating: borders.horizontal, count: $0) }.joined(separator: crossing)
        return lines(of: header, widths) + [Glyph.decoration(rule, style: .faint)]
            + rows.flatMap { lines(of: $0, widths) }
    }

    /// Columns of each column; nil where there is not enough for all.
    private func widths(columns: Int) -> [Int]? {
        let needed = alignments.indices.map { column in
            ([header] + rows).flatMap { $0.indices.contains(column) ? $0[column] : [] }.map(\.columns).max() ?? 0
        }.map { max(1, $0) }
        let room = columns - 3 * (needed.count - 1)
        if needed.reduce(0, +) <= room { return needed }
        var share = 0
        while needed.reduce(0, { $0 + min($1, share + 1) }) <= room { share += 1 }
        guard share >= TableLayout.leastColumns else { return nil }
        var rest = room - needed.reduce(0) { $0 + min($1, share) }
        return needed.map { width in
            guard width > share, rest > 0 else { return min(width, share) }
            rest -= 1
            return share + 1
        }
    }

    /// The lines of one row: each cell is wrapped in its own width.
    private func lines(of row: [[[Glyph]]], _ widths: [Int]) -> [[Glyph]] {
        let cells = zip(row, widths).map { LineBreaker(columns: $1).lines($0) }
        let height = cells.map(\.count).max() ?? 0
        let divider = Glyph.decoration(" \(borders.vertical) ", style: .faint)
        return (0..<height).map { line in
            var glyphs: [Glyph] = []
            for (column, cell) in cells.enumerated() {
                if column > 0 { glyphs += divider }
                let text = line < cell.count ? cell[line] : []
                glyphs += aligned(text, in: widths[column], alignments[column])
            }
            return glyphs
        }
    }

    private func aligned(_ text: [Glyph], in columns: Int, _ alignment: Document.Alignment) -> [Glyph] {
        let free = max(0, columns - text.columns)
        let left: Int
        switch alignment {
        case .leading: left = 0
        case .centre: left = free / 2
        case .trailing: left = free
        }
        return Glyph.blanks(left) + text + Glyph.blanks(free - left)
    }

    /// `header: cell` below each other, a blank line between rows.
    private func stacked(columns: Int) -> [[Glyph]] {
        let breaker = LineBreaker(columns: columns)
        guard !rows.isEmpty else { return header.flatMap { breaker.lines($0) } }
        var lines: [[Glyph]] = []
        for (place, row) in rows.enumerated() {
            if place > 0 { lines.append([]) }
            for (head, cell) in zip(header, row) {
                var name = Array(head.joined())
                // The characters of the header are numbered once.
                if place > 0 { for glyph in name.indices { name[glyph].number = nil } }
                if !name.isEmpty { name += Glyph.decoration(": ", style: .bold) }
                let text = Array(cell.joined(separator: [Glyph.blank()]))
                lines += breaker.lines([name + text])
            }
        }
        return lines
    }
}
