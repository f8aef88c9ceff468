package import PagingContent

/// A grid of cells, as a terminal of that size shows it.
///
/// Every wide cluster has both its columns; drawing over one half blanks the other half.
package struct Screen: Hashable, Sendable {
    /// The largest size on either side, beyond that of any terminal; larger sizes are limited to it.
    package static let bound = 1_000

    package let columns: Int
    package let rows: Int
    /// Row by row, `columns` to each.
    private var packed: [PackedCell]
    /// The clusters of several scalars in cells.
    private(set) var clusters: [CellText: Character] = [:]
    /// Addresses of the links of cells.
    package var links: [LinkNumber: String] = [:]
    /// Pictures that are wholly in view and at rest, with nothing drawn over them. Their cells are drawn, too.
    package internal(set) var placements: [PicturePlacement] = []
    /// Titles that are wholly in view and at rest, with room for letters of double size. Their cells are drawn, too.
    package internal(set) var titles: [TitlePlacement] = []
    /// The theme that its styles are meant for.
    package var theme = Theme.standard

    /// A blank screen of at least one cell.
    package init(columns: Int, rows: Int) {
        self.columns = min(max(columns, 1), Screen.bound)
        self.rows = min(max(rows, 1), Screen.bound)
        packed = Array(repeating: .blank, count: self.columns * self.rows)
    }

    /// The cell in a column and row counted from 0.
    package subscript(column column: Int, row row: Int) -> Cell { unpacked(packed[row * columns + column]) }

    /// The number of cells.
    package var count: Int { packed.count }

    /// All cells, row by row, to be read.
    package var cells: [Cell] { packed.map(unpacked) }

    /// The cells of a row, to be read.
    func row(_ row: Int) -> [Cell] { packed(row).map(unpacked) }

    /// The cells of a row as they are kept.
    func packed(_ row: Int) -> ArraySlice<PackedCell> { packed[row * columns..<(row + 1) * columns] }

    private func unpacked(_ cell: PackedCell) -> Cell {
        let character = cell.text.scalar.map(Character.init) ?? clusters[cell.text]
        return Cell(character ?? " ", width: cell.width, style: cell.style)
    }

    /// Whether the first rows are those of another screen of the same size.
    package func hasRows(of other: Screen, before end: Int) -> Bool {
        columns == other.columns && (0..<min(end, rows, other.rows)).allSatisfy { packed($0) == other.packed($0) }
    }

    /// Replaces a whole row; nil blanks it.
    mutating func replace(row: Int, with cells: [PackedCell]?) {
        precondition(
            cells == nil || cells?.count == columns, "expected \(columns) cells in a row, got \(cells?.count ?? 0)")
        let range = row * columns..<(row + 1) * columns
        packed.replaceSubrange(range, with: cells ?? Array(repeating: .blank, count: columns))
    }

    /// The rows as plain text, without blanks at their ends.
    package var lines: [String] { (0..<rows).map(line) }

    private func line(_ row: Int) -> String {
        let all = self.row(row)
        let count = all.reversed().drop { $0.character == " " && !$0.isContinuation }.count
        return String(all.prefix(count).filter { !$0.isContinuation }.map(\.character))
    }
}

extension Screen {
    /// Writes `text` from `column` on until `end` (the screen's edge without one) and returns the column behind it.
    ///
    /// Clusters without columns are left out, control characters become `·`, and nothing is written outside the
    /// screen; a wide cluster that would cross `end` becomes a blank.
    @discardableResult
    mutating func write(
        _ text: some StringProtocol, column: Int, row: Int, style: Style = .plain, end: Int? = nil
    ) -> Int {
        let end = min(end ?? columns, columns)
        var column = column
        for character in text {
            let width = character.columns
            guard width > 0 else { continue }
            guard column < end else { break }
            if column + width > end {
                put(.blank.styled(style), column: column, row: row)
                return end
            }
            put(packed(character.isControl ? "·" : character, width: width, style: style), column: column, row: row)
            column += width
        }
        return column
    }

    /// Writes a line of a page from `column` on; a wide cluster that would cross `end` becomes a blank.
    mutating func write(_ line: TextLine, column: Int, row: Int, end: Int) {
        let end = min(end, columns)
        var column = column
        for glyph in line.glyphs {
            guard column < end else { return }
            if glyph.isBlank || column + glyph.columns > end {
                for place in column..<min(column + glyph.columns, end) {
                    put(.blank.styled(glyph.style), column: place, row: row)
                }
            } else {
                put(packed(glyph.character, width: glyph.columns, style: glyph.style), column: column, row: row)
            }
            column += glyph.columns
        }
    }

    /// Gives the cells of a row a style and leaves their characters.
    mutating func restyle(row: Int, columns range: Range<Int>, _ style: Style) {
        guard (0..<rows).contains(row) else { return }
        for column in range.clamped(to: 0..<columns) {
            uncover(column: column, row: row)
            packed[row * columns + column] = packed[row * columns + column].styled(style)
        }
    }

    /// Adds to the style of the cells of a row.
    mutating func restyle(row: Int, columns range: Range<Int>, adding style: Style) {
        for column in range.clamped(to: 0..<columns) {
            restyle(row: row, columns: column..<column + 1, self[column: column, row: row].style.union(style))
        }
    }

    /// Draws `other` over this screen with its first cell at `column` and `row`, which may be outside.
    mutating func place(_ other: Screen, column: Int, row: Int) {
        links.merge(other.links) { $1 }
        clusters.merge(other.clusters) { $1 }
        let visible = (-column..<columns - column).clamped(to: 0..<other.columns)
        guard !visible.isEmpty else { return }
        uncover(ScreenArea(column: column + visible.lowerBound, row: row, columns: visible.count, rows: other.rows))
        for from in 0..<other.rows where (0..<rows).contains(row + from) {
            let source = visible.lowerBound + from * other.columns..<visible.upperBound + from * other.columns
            overwrite(other.packed[source], from: (row + from) * columns + column + visible.lowerBound)
        }
        placements += other.placements.map { $0.moved(columns: column, rows: row) }
            .filter { $0.area.isInside(columns: columns, rows: rows) }
        titles += other.titles.map { $0.moved(columns: column, rows: row) }
            .filter { $0.area.isInside(columns: columns, rows: rows) }
    }

    /// The screen with cells that may show anything in these areas, so that a difference draws them again.
    package func forgetting(_ areas: [ScreenArea]) -> Screen {
        var screen = self
        for area in areas {
            for row in max(0, area.row)..<max(0, min(rows, area.row + area.rows)) {
                for column in max(0, area.column)..<max(0, min(columns, area.column + area.columns)) {
                    // No text has this character.
                    screen.packed[row * columns + column] = PackedCell(.none, width: 1, style: .plain)
                }
            }
        }
        return screen
    }

    /// Something is drawn over a cell of a picture or a title.
    private mutating func uncover(column: Int, row: Int) {
        guard !placements.isEmpty || !titles.isEmpty else { return }
        uncover(ScreenArea(column: column, row: row, columns: 1, rows: 1))
    }

    private mutating func uncover(_ area: ScreenArea) {
        placements.removeAll { $0.area.meets(area) }
        titles.removeAll { $0.area.meets(area) }
    }

    /// Replaces cells of one row. Wide clusters that are cut at either end, old and new ones, become blank.
    private mutating func overwrite(_ cells: ArraySlice<PackedCell>, from first: Int) {
        let last = first + cells.count - 1
        if packed[first].isContinuation { packed[first - 1] = packed[first - 1].blanked }
        if packed[last].isWide { packed[last + 1] = packed[last + 1].blanked }
        packed.replaceSubrange(first...last, with: cells)
        if packed[first].isContinuation { packed[first] = packed[first].blanked }
        if packed[last].isWide { packed[last] = packed[last].blanked }
    }

    private mutating func packed(_ character: Character, width: Int, style: Style) -> PackedCell {
        let text = CellText(character)
        if text.scalar == nil { clusters[text] = character }
        return PackedCell(text, width: width, style: style)
    }

    /// Sets a cell and, for a wide one, its continuation; the other half of an overwritten wide cluster becomes blank.
    private mutating func put(_ cell: PackedCell, column: Int, row: Int) {
        guard (0..<rows).contains(row), column >= 0, column + cell.width <= columns else { return }
        uncover(column: column, row: row)
        let place = row * columns + column
        let last = place + cell.width - 1
        if packed[place].isContinuation { packed[place - 1] = packed[place - 1].blanked }
        if packed[last].isWide { packed[last + 1] = packed[last + 1].blanked }
        packed[place] = cell
        if cell.isWide { packed[last] = .continuation(cell.style) }
    }
}

/// Whole frames as lines of text, for `--frames` and for pictures in documents.
package enum FrameText {
    /// The rows of `screen`, each ended by `\n`, below a line with `caption` where there is one.
    package static func text(of screen: Screen, caption: String? = nil) -> String {
        ((caption.map { [$0] } ?? []) + screen.lines).map { $0 + "\n" }.joined()
    }
}
