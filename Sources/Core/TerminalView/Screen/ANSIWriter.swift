import PagingContent

/// Writes cells as bytes for an ANSI terminal (ECMA-48), and tracks the cursor and the style.
struct ANSIWriter {
    private(set) var bytes: [UInt8] = []
    private let columns: Int
    private let theme: Theme?
    /// Addresses of links, which a terminal opens (OSC 8, understood or ignored by terminals in use).
    private let links: [LinkNumber: String]
    /// The clusters of several scalars in cells.
    private let clusters: [CellText: Character]
    private var rendition = Rendition.plain
    /// The style whose rendition is in use; many cells in a row have the same.
    private var style: Style?
    private var row: Int?
    /// Nil after a cluster on whose columns terminals disagree, and at the right edge.
    private var column: Int?

    /// - Parameter theme: nil where colours are not wanted.
    init(for screen: Screen, theme: Theme?) {
        columns = screen.columns
        self.theme = theme
        links = screen.links
        clusters = screen.clusters
    }

    /// A writer in the same state without bytes, to measure one way of drawing.
    var fresh: ANSIWriter {
        var pen = self
        pen.bytes = []
        return pen
    }

    /// Takes over the bytes and the state of `pen`, which was made as `fresh` from this writer.
    mutating func take(_ pen: ANSIWriter) {
        let written = bytes
        self = pen
        bytes = written + pen.bytes
    }

    /// The cursor's column, when it is in the row, at or before the column and no more than `gap` cells away.
    func isWithin(_ gap: Int, ofColumn column: Int, row: Int) -> Int? {
        guard self.row == row, let from = self.column, from <= column, column - from <= gap else { return nil }
        return from
    }

    mutating func move(toColumn target: Int, row targetRow: Int) {
        guard row != targetRow || column != target else { return }
        if row == targetRow, target == 0 {
            emit("\r")
        } else if row == targetRow, let from = column, target > from {
            emit(target == from + 1 ? "\u{1B}[C" : "\u{1B}[\(target - from)C")
        } else if row == targetRow {
            emit("\u{1B}[\(target + 1)G")
        } else {
            emit("\u{1B}[\(targetRow + 1);\(target + 1)H")
        }
        row = targetRow
        column = target
    }

    /// Writes a cell at the cursor.
    mutating func write(_ cell: PackedCell) {
        use(cell.style)
        if let scalar = cell.text.scalar {
            if scalar.isASCII { bytes.append(UInt8(scalar.value)) } else { emit(String(Character(scalar))) }
        } else {
            // A terminal that draws a joined cluster in one column would not overwrite the second one.
            if cell.isWide, let column { emit("  \u{1B}[\(column + 1)G") }
            emit(clusters[cell.text].map { String($0) } ?? " ")
        }
        let next = column.map { $0 + cell.width }
        guard let next, next < columns else {
            // After the last column terminals differ: some wrap at once, some later.
            row = nil
            column = nil
            return
        }
        column = cell.text.hasCertainColumns ? next : nil
    }

    /// Blanks the row from the cursor on.
    mutating func eraseToEnd() {
        use(Style.plain)
        emit("\u{1B}[K")
    }

    /// Deletes cells at the cursor; those to the right move left.
    mutating func deleteCells(_ count: Int) {
        use(Style.plain)
        emit("\u{1B}[\(count)P")
    }

    /// Inserts blanks at the cursor; the cells there move right.
    mutating func insertCells(_ count: Int) {
        use(Style.plain)
        emit("\u{1B}[\(count)@")
    }

    /// Moves the rows of a range up, or down for a negative count; blank ones come in.
    mutating func scroll(_ rows: Range<Int>, up count: Int) {
        use(Style.plain)
        emit("\u{1B}[\(rows.lowerBound + 1);\(rows.upperBound)r\u{1B}[\(rows.lowerBound + 1)H")
        emit("\u{1B}[\(abs(count))\(count > 0 ? "M" : "L")\u{1B}[r")
        (row, column) = (0, 0)
    }

    /// Leaves the terminal as the next frame expects it.
    mutating func finish() {
        use(Rendition.plain)
    }

    /// Resets the terminal's style and scrolling margins.
    mutating func reset() {
        emit("\u{1B}[0m\u{1B}[r")
        (rendition, style) = (.plain, nil)
        (row, column) = (0, 0)
    }

    /// Whether a cell of this style needs no other rendition.
    func writes(_ style: Style) -> Bool { style == self.style || rendition == Rendition(of: style, theme: theme) }

    private mutating func use(_ style: Style) {
        guard style != self.style else { return }
        use(Rendition(of: style, theme: theme))
        self.style = style
    }

    private mutating func use(_ next: Rendition) {
        style = nil
        guard next != rendition else { return }
        if next.link != rendition.link { emit("\u{1B}]8;;\(links[next.link] ?? "")\u{1B}\\") }
        var former = rendition
        former.link = next.link
        if next != former { emit("\u{1B}[\(next.parameters(after: former) ?? next.parameters)m") }
        rendition = next
    }

    private mutating func emit(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }
}
