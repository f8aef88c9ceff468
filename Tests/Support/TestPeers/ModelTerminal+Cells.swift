package import TerminalView

/// Changes to the cells, and their comparison with a screen.
extension ModelTerminal {
    /// Moves the cells from the cursor on to the right, or to the left over those at the cursor; what loses a half
    /// of itself is gone.
    mutating func moveCells(_ count: Int) {
        let start = row * columns
        noteMoved(start..<start + columns)
        var cells = Array(self.cells[start..<start + columns])
        let blanks = Array(repeating: Cell(text: " ", style: style), count: abs(count))
        if count < 0 { cells = cells[..<column] + cells[column...].dropFirst(-count) + blanks }
        if count > 0 { cells = Array((cells[..<column] + blanks + cells[column...]).prefix(columns)) }
        if cells.count < columns { cells += Array(repeating: .blank, count: columns - cells.count) }
        cells = Array(cells.prefix(columns))
        for place in cells.indices {
            let isSplit = cells[place].isWide && (place + 1 == columns || !cells[place + 1].isContinuation)
            let isLeft = cells[place].isContinuation && (place == 0 || !cells[place - 1].isWide)
            if isSplit || isLeft { cells[place] = Cell(text: " ", style: cells[place].style) }
        }
        self.cells.replaceSubrange(start..<start + columns, with: cells)
    }

    /// Moves the rows between the cursor and the lower margin down, or up over those at the cursor.
    mutating func moveRows(_ count: Int) {
        guard margins.contains(row) else { return }
        let moved = row..<margins.upperBound
        noteMoved(moved.lowerBound * columns..<moved.upperBound * columns)
        let before = cells
        for target in moved {
            let from = target - count
            for column in 0..<columns {
                let isKnown = moved.contains(from)
                cells[target * columns + column] =
                    isKnown ? before[from * columns + column] : Cell(text: " ", style: style)
            }
        }
        column = 0
    }

    /// Writes one cluster at the cursor.
    mutating func print(_ text: String, width: Int) {
        if isPastEdge, modes.contains(Mode.wrapping) {
            lineFeed()
            column = 0
        }
        isPastEdge = false
        guard width > 0, column + width <= columns else {
            if !isForgiving { failures.append("\(text) of \(width) columns written at \(column) of \(columns)") }
            return
        }
        put(Cell(text: text, style: style, isWide: width == 2), column)
        if width == 2 { put(Cell(text: " ", style: style, isContinuation: true), column + 1, isSecondHalf: true) }
        // A terminal that does not wrap leaves the cursor on its last column.
        isPastEdge = column + width == columns
        column = min(column + width, columns - 1)
    }

    mutating func put(_ cell: Cell, _ column: Int, isSecondHalf: Bool = false) {
        let place = row * columns + column
        overwriteLetter(at: place)
        if halves[row] != nil, column >= columns / 2, cell.text != " " {
            failures.append("\(cell.text) beyond the edge of a row of double size")
        }
        if cells[place].isContinuation, !isSecondHalf {
            (cells[place - 1].text, cells[place - 1].isWide) = (" ", false)
        }
        if column + 1 < columns, cells[place + 1].isContinuation {
            cells[place + 1].text = " "
            cells[place + 1].isContinuation = false
        }
        cells[place] = cell
    }

    /// The rows as text, without blanks at their ends.
    package var lines: [String] {
        (0..<rows).map { row in
            let all = cells[row * columns..<(row + 1) * columns]
            let count = all.reversed().drop { $0.text == " " && !$0.isContinuation }.count
            return all.prefix(count).filter { !$0.isContinuation }.map(\.text).joined()
        }
    }

    /// Where this terminal differs from `screen`; nil when nowhere.
    package func difference(from screen: Screen, except doubtful: Set<Character> = []) -> String? {
        if let failure = failures.first { return failure }
        if margins != 0..<rows { return "the margins are left at \(margins)" }
        if style != .plain { return "the style is left at \(style)" }
        for row in 0..<rows {
            for column in 0..<columns {
                let want = screen[column: column, row: row]
                let have = cells[row * columns + column]
                if doubtful.contains(want.character) { continue }
                if want.width == 0, doubtful.contains(screen[column: column - 1, row: row].character) {
                    if have.text == " " { continue }
                    return "row \(row) column \(column): `\(have.text)` is left behind a cluster"
                }
                let style = Rendition(of: want.style, theme: screen.theme)
                let isSame = have.text == String(want.character) && have.style == style
                if isSame, have.isContinuation == (want.width == 0) { continue }
                return "row \(row) column \(column): `\(have.text)` in place of `\(want.character)`"
            }
        }
        return nil
    }
}
