import PagingContent
import TerminalView

/// Effects of control sequences.
extension ModelTerminal {
    /// Private modes (xterm) the programs here switch.
    package enum Mode {
        package static let wrapping = 7
        package static let cursor = 25
        package static let alternateScreen = 1049
        package static let mouse: Set<Int> = [1000, 1002, 1004, 1006]
        /// Of a terminal nobody uses.
        package static let fresh: Set<Int> = [wrapping, cursor]
        /// Bracketed paste, which shells use.
        static let known = fresh.union(mouse).union([alternateScreen, 2004])
    }

    mutating func perform(_ parameters: String, _ command: Character) {
        guard !parameters.hasPrefix("?") else { return switchModes(parameters.dropFirst(), command) }
        let numbers = parameters.split(separator: ";").compactMap { Int($0) }
        switch command {
        case "H": (row, column) = ((numbers.first ?? 1) - 1, (numbers.dropFirst().first ?? 1) - 1)
        case "C": column += numbers.first ?? 1
        case "G": column = (numbers.first ?? 1) - 1
        case "J": eraseScreen(from: numbers == [2] ? 0 : row * columns + column)
        case "K" where numbers == [2]: erase(0..<columns)
        case "K": erase(column..<columns)
        case "X": erase(column..<min(columns, column + (numbers.first ?? 1)))
        case "n": answerWhereTheCursorIs()
        case "P": moveCells(-(numbers.first ?? 1))
        case "@": moveCells(numbers.first ?? 1)
        case "M": moveRows(-(numbers.first ?? 1))
        case "L": moveRows(numbers.first ?? 1)
        case "r":
            margins = numbers.count == 2 ? numbers[0] - 1..<numbers[1] : 0..<rows
            (row, column) = (0, 0)
        case "m": select(numbers.isEmpty ? [0] : numbers)
        // Questions that this terminal does not answer: what it can, and how large its cells are.
        case "c", "t": break
        default: failures.append("unknown command \(command)")
        }
        guard !(0..<columns).contains(column) || !(0..<rows).contains(row) else { return }
        if isForgiving {
            (column, row) = (min(max(column, 0), columns - 1), min(max(row, 0), rows - 1))
        } else {
            failures.append("cursor at \(column), \(row)")
            (column, row) = (0, 0)
        }
    }

    private mutating func switchModes(_ parameters: Substring, _ command: Character) {
        guard command == "h" || command == "l" else { return failures.append("unknown command ?\(command)") }
        for mode in parameters.split(separator: ";").compactMap({ Int($0) }) {
            guard Mode.known.contains(mode) else {
                failures.append("unknown mode \(mode)")
                continue
            }
            let isNew = modes.contains(mode) != (command == "h")
            if command == "h" { modes.insert(mode) } else { modes.remove(mode) }
            if mode == Mode.alternateScreen, isNew { changeScreens() }
        }
    }

    /// The alternate screen begins as rubbish here, so that a program has to paint all of it.
    private mutating func changeScreens() {
        if let main = mainScreen {
            (cells, column, row) = main
            mainScreen = nil
        } else {
            mainScreen = (cells, column, row)
            cells = Array(repeating: .rubbish, count: columns * rows)
        }
        halves = [:]
    }

    /// The colours of codes for cameras come last.
    private static let whiteOnBlack = [97, 40, 38, 5, 231, 48, 5, 16]

    private mutating func select(_ numbers: [Int]) {
        let colours = numbers.firstRange(of: ModelTerminal.whiteOnBlack)
        var rest = numbers[..<(colours?.lowerBound ?? numbers.endIndex)]
        while let number = rest.popFirst() {
            guard number == 38 || number == 48 else {
                select(number)
                continue
            }
            let isIndexed = rest.popFirst() == 5
            let values = (0..<(isIndexed ? 1 : 3)).compactMap { _ in rest.popFirst().flatMap { UInt8(exactly: $0) } }
            guard values.count == (isIndexed ? 1 : 3) else { return failures.append("unknown colour \(numbers)") }
            let colour: ThemeColour =
                isIndexed ? .terminal(values[0]) : .rgb(red: values[0], green: values[1], blue: values[2])
            if number == 38 { style.ink = colour } else { style.ground = colour }
        }
        if colours != nil { style.isSign = true }
    }

    private mutating func select(_ number: Int) {
        switch number {
        case 0:
            let link = style.link
            style = .plain
            style.link = link
        case 1: style.attributes.insert(.bold)
        case 2: style.attributes.insert(.faint)
        case 3: style.attributes.insert(.italic)
        case 4: style.attributes.insert(.underlined)
        case 7: style.attributes.insert(.reversed)
        case 9: style.attributes.insert(.struck)
        case 30...37: style.ink = .terminal(UInt8(number - 30))
        case 90...97: style.ink = .terminal(UInt8(number - 82))
        default: failures.append("unknown rendition \(number)")
        }
    }

    /// OSC 8, or 66 for letters of double size.
    mutating func operate(_ command: String) {
        if command.hasPrefix("66;") { return printScaled(command.dropFirst(3)) }
        guard command.hasPrefix("8;;") else { return failures.append("unknown command \(command)") }
        let address = String(command.dropFirst(3))
        style.link = LinkNumber(address) ?? .none
        if !address.isEmpty { links.append(address) }
    }

    private mutating func eraseScreen(from start: Int) {
        halves = [:]
        for place in start..<cells.count { cells[place] = Cell(text: " ", style: style) }
    }

    mutating func lineFeed() {
        if row + 1 < margins.upperBound {
            row += 1
        } else {
            let column = column
            row = margins.lowerBound
            moveRows(-1)
            (row, self.column) = (margins.upperBound - 1, column)
        }
    }

    /// Gives it another size. Cells outside the new size are lost; on the alternate screen new cells are rubbish.
    package mutating func resize(columns: Int, rows: Int) {
        cells = resized(cells, columns, rows, filling: mainScreen == nil ? .blank : .rubbish)
        if let main = mainScreen {
            let place = (min(main.column, columns - 1), min(main.row, rows - 1))
            mainScreen = (resized(main.cells, columns, rows, filling: .blank), place.0, place.1)
        }
        (column, row) = (min(column, columns - 1), min(row, rows - 1))
        (self.columns, self.rows) = (columns, rows)
        margins = 0..<rows
    }

    private func resized(_ cells: [Cell], _ columns: Int, _ rows: Int, filling: Cell) -> [Cell] {
        (0..<rows).flatMap { row in
            (0..<columns).map { column in
                row < self.rows && column < self.columns ? cells[row * self.columns + column] : filling
            }
        }
    }
}
