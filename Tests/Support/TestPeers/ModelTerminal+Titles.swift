/// Letters of double size: kitty's text sizing protocol, and rows of double size as xterm has them.
extension ModelTerminal {
    package enum Scaling: Sendable {
        /// Shows letters of double size.
        case known
        /// Passes over their commands, and tells where its cursor is.
        case unknown
        /// Passes over their commands, and answers nothing.
        case silent
    }

    /// The texts in letters of double size, from top to bottom.
    package var largeTexts: [String] {
        var texts: [Int: String] = [:]
        var seen: Set<Int> = []
        for (place, cell) in cells.enumerated() where cell.letter > 0 && seen.insert(cell.letter).inserted {
            texts[place / columns, default: ""] += letters[cell.letter] ?? ""
        }
        for (row, half) in halves where half == "3" && halves[row + 1] == "4" && lines[row] == lines[row + 1] {
            texts[row] = lines[row].drop { $0 == " " }.description
        }
        return texts.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The answers since the last call.
    package mutating func takeAnswers() -> [UInt8] {
        defer { answers = [] }
        return answers
    }

    /// OSC 66: settings, a semicolon and a text. Without a width, each cluster has its own.
    mutating func printScaled(_ command: Substring) {
        guard scaling == .known else { return }
        let parts = command.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
        let settings = parts[0].split(separator: ":")
        guard parts.count == 2, settings.contains("s=2"), !parts[1].utf8.contains(where: { $0 < 0x20 }) else {
            return failures.append("unknown scaled text \(command)")
        }
        let width = settings.first { $0.hasPrefix("w=") }.flatMap { Int($0.dropFirst(2)) }
        let clusters = width == nil ? parts[1].map { String($0) } : [String(parts[1])]
        for cluster in clusters {
            let columns = 2 * (width ?? self.width(Character(cluster)))
            guard column + columns <= self.columns, row + 1 < rows else {
                return failures.append("\(cluster) of double size at \(column), \(row)")
            }
            let number = (letters.keys.max() ?? 0) + 1
            letters[number] = cluster
            for y in row...row + 1 {
                for x in column..<column + columns {
                    let place = y * self.columns + x
                    eraseLetter(at: place)
                    cells[place] = Cell(text: " ", style: style)
                    cells[place].letter = number
                }
            }
            column = min(column + columns, self.columns - 1)
        }
    }

    mutating func setRow(_ form: Character) {
        switch form {
        case "3", "4": halves[row] = form
        case "5": halves[row] = nil
        default: failures.append("unknown form of a row \(form)")
        }
    }

    mutating func answerWhereTheCursorIs() {
        guard scaling != .silent else { return }
        answers += Array("\u{1B}[\(row + 1);\(column + 1)R".utf8)
    }

    /// Blanks cells of the row, and letters of double size that have a part of themselves there.
    mutating func erase(_ range: Range<Int>) {
        for column in range {
            eraseLetter(at: row * columns + column)
            put(Cell(text: " ", style: style), column)
        }
    }

    /// A letter of double size goes with any of its cells. Kitty puts a text beside its lower half, not over it.
    mutating func overwriteLetter(at place: Int) {
        guard cells[place].letter > 0 else { return }
        if place >= columns, cells[place - columns].letter == cells[place].letter {
            failures.append("a text over the lower half of a letter of double size")
        }
        eraseLetter(at: place)
    }

    private mutating func eraseLetter(at place: Int) {
        let number = cells[place].letter
        guard number > 0 else { return }
        letters[number] = nil
        for place in cells.indices where cells[place].letter == number { cells[place] = .blank }
    }

    /// Terminals lose a part of a letter of double size that they move, or move a whole row of them.
    mutating func noteMoved(_ places: Range<Int>) {
        let rows = places.lowerBound / columns..<(places.upperBound + columns - 1) / columns
        if cells[places].contains(where: { $0.letter > 0 }) || rows.contains(where: { halves[$0] != nil }) {
            failures.append("letters of double size are moved")
        }
    }
}
