import TerminalView

/// A terminal that knows just enough of ECMA-48 to show what the bytes written to it make of its cells.
///
/// Anything it does not know is a failure. Like a real one it clears the other half of a wide cluster when one half
/// is overwritten, and it may take clusters that terminals disagree on for wider or narrower than they are.
struct ModelTerminal {
    struct Cell: Equatable {
        var text: String
        var style: Style
        /// A first, and a second column of a wide cluster.
        var isWide = false
        var isContinuation = false

        static let blank = Cell(text: " ", style: .plain)
    }

    let columns: Int
    let rows: Int
    /// Columns this terminal gives a cluster.
    let width: (Character) -> Int
    private(set) var cells: [Cell]
    /// As some other program left it.
    private(set) var style: Style = .underlined
    private(set) var failures: [String] = []
    private var column = 0
    private var row = 0
    private var margins: Range<Int>

    /// A terminal full of rubbish, so that what is not written is seen.
    init(columns: Int, rows: Int, width: @escaping (Character) -> Int = { $0.columns }) {
        self.columns = columns
        self.rows = rows
        self.width = width
        // As some other program left them.
        margins = 0..<max(1, rows - 1)
        cells = Array(repeating: Cell(text: "?", style: [.bold, .reversed]), count: columns * rows)
    }

    mutating func write(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            failures.append("bytes are not UTF-8")
            return
        }
        var rest = text[...]
        while let first = rest.first {
            guard first == "\u{1B}" else {
                if first == "\r" { column = 0 } else { print(first) }
                rest.removeFirst()
                continue
            }
            let sequence = rest.dropFirst()
            guard sequence.first == "[", let end = sequence.dropFirst().firstIndex(where: { $0.isLetter || $0 == "@" })
            else {
                failures.append("broken sequence")
                return
            }
            run(sequence[sequence.index(after: sequence.startIndex)..<end], sequence[end])
            rest = sequence[sequence.index(after: end)...]
        }
    }

    private mutating func run(_ parameters: Substring, _ command: Character) {
        let numbers = parameters.split(separator: ";").compactMap { Int($0) }
        switch command {
        case "H": (row, column) = ((numbers.first ?? 1) - 1, (numbers.dropFirst().first ?? 1) - 1)
        case "C": column += numbers.first ?? 1
        case "G": column = (numbers.first ?? 1) - 1
        case "K": for column in column..<columns { put(Cell(text: " ", style: style), column) }
        case "P": moveCells(-(numbers.first ?? 1))
        case "@": moveCells(numbers.first ?? 1)
        case "M": moveRows(-(numbers.first ?? 1))
        case "L": moveRows(numbers.first ?? 1)
        case "r":
            margins = numbers.count == 2 ? numbers[0] - 1..<numbers[1] : 0..<rows
            (row, column) = (0, 0)
        case "m": for number in numbers { select(number) }
        default: failures.append("unknown command \(command)")
        }
        if !(0..<columns).contains(column) || !(0..<rows).contains(row) {
            failures.append("cursor at \(column), \(row)")
            (column, row) = (0, 0)
        }
    }

    private mutating func select(_ number: Int) {
        switch number {
        case 0: style = .plain
        case 1: style.insert(.bold)
        case 2: style.insert(.faint)
        case 3: style.insert(.italic)
        case 4: style.insert(.underlined)
        case 7: style.insert(.reversed)
        case 9: style.insert(.struck)
        case 36: style.insert(.accent)
        default: failures.append("unknown rendition \(number)")
        }
    }

    /// Moves the cells from the cursor on to the right, or to the left over those at the cursor; what loses a half
    /// of itself is gone.
    private mutating func moveCells(_ count: Int) {
        let start = row * columns
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
    private mutating func moveRows(_ count: Int) {
        guard margins.contains(row) else { return }
        let moved = row..<margins.upperBound
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

    private mutating func print(_ character: Character) {
        let width = width(character)
        guard width > 0, column + width <= columns else {
            failures.append("\(character) of \(width) columns written at \(column) of \(columns)")
            return
        }
        put(Cell(text: String(character), style: style, isWide: width == 2), column)
        if width == 2 { put(Cell(text: " ", style: style, isContinuation: true), column + 1, isSecondHalf: true) }
        // A terminal that does not wrap leaves the cursor on its last column.
        column = min(column + width, columns - 1)
    }

    private mutating func put(_ cell: Cell, _ column: Int, isSecondHalf: Bool = false) {
        let place = row * columns + column
        if cells[place].isContinuation, !isSecondHalf {
            (cells[place - 1].text, cells[place - 1].isWide) = (" ", false)
        }
        if column + 1 < columns, cells[place + 1].isContinuation {
            cells[place + 1].text = " "
            cells[place + 1].isContinuation = false
        }
        cells[place] = cell
    }

    /// Where this terminal differs from `screen`; nil when nowhere.
    func difference(from screen: Screen, except doubtful: Set<Character> = []) -> String? {
        if let failure = failures.first { return failure }
        if margins != 0..<rows { return "the margins are left at \(margins)" }
        if style != .plain { return "the style is left at \(style.rawValue)" }
        for row in 0..<rows {
            for column in 0..<columns {
                let want = screen[column: column, row: row]
                let have = cells[row * columns + column]
                if doubtful.contains(want.character) { continue }
                if want.width == 0, doubtful.contains(screen[column: column - 1, row: row].character) {
                    if have.text == " " { continue }
                    return "row \(row) column \(column): `\(have.text)` is left behind a cluster"
                }
                let isSame = have.text == String(want.character) && have.style == want.style
                if isSame, have.isContinuation == (want.width == 0) { continue }
                return "row \(row) column \(column): `\(have.text)` in place of `\(want.character)`"
            }
        }
        return nil
    }
}
