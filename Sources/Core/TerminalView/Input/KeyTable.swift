/// The table of keys and their actions. It reads the keys and prints the help.
package struct KeyTable: Hashable, Sendable {
    /// The meaning of a number typed before the key.
    package enum Count: Hashable, Sendable {
        case ignored
        case repeats
        /// The row counts only behind a number.
        case required
    }

    package enum Action: Hashable, Sendable, CaseIterable {
        case next
        case back
        case skip
        case scrollDown
        case scrollUp
        case codeRight
        case codeLeft
        case first
        case last
        case goTo
        case search
        case previousHit
        case overview
        case swipeBack
        case swipeForward
        case follow
        case live
        case notes
        case lobby
        case blank
        case pointer
        case timer
        case theme
        case restartTimer
        case baton
        case pass
        case mouse
        case redraw
        case help
        case suspend
        case quit
    }

    package struct Row: Hashable, Sendable {
        package let action: Action
        /// Any of these; a sequence of several keys is typed one after the other.
        package let sequences: [[Key]]
        package let count: Count
        /// A short text for the help.
        package let meaning: String
    }

    package let rows: [Row]

    /// The keys of the product's table.
    package static let standard = KeyTable(rows: [
        row(.quit, [.character("q"), .control("c")], .ignored, "quit"),
        row(.help, [.character("?")], .ignored, "this help"),
        row(
            .next, [.character(" "), .right, .character("l"), .enter, .character("n"), .pageDown], .repeats,
            "next step or page"),
        row(
            .back, [.left, .character("h"), .backspace, .character("p"), .pageUp], .repeats, "previous step or page"),
        row(.skip, [.character("S")], .repeats, "next page, past its steps"),
        row(.scrollDown, [.character("j"), .down], .repeats, "scroll down, then next page"),
        row(.scrollUp, [.character("k"), .up], .repeats, "scroll up, then previous page"),
        row(.codeRight, [.character("L")], .repeats, "wide code: one row a line, then right"),
        row(.codeLeft, [.character("H")], .repeats, "wide code: left, then wrapped again"),
        Row(
            action: .first, sequences: [[.character("g"), .character("g")], [.home]], count: .ignored,
            meaning: "first page"),
        row(.goTo, [.enter, .character("G")], .required, "go to page 7"),
        row(.last, [.character("G"), .end], .ignored, "last page"),
        row(.search, [.character("/")], .ignored, "search; Enter goes there"),
        row(.previousHit, [.character("N")], .ignored, "previous match; n the next one"),
        row(.overview, [.character("o")], .ignored, "overview"),
        row(.swipeBack, [.character(","), .character("<")], .ignored, "drag to the previous page"),
        row(.swipeForward, [.character("."), .character(">")], .ignored, "drag to the next page"),
        row(.follow, [.character("f")], .ignored, "read on alone, or follow again"),
        row(.live, [.character("=")], .ignored, "back to where the others are"),
        row(.notes, [.character("s")], .ignored, "presenter's view: notes, next, time"),
        row(.lobby, [.character("A")], .ignored, "lobby: address, QR code, people"),
        row(.blank, [.character("b")], .ignored, "blank everybody's screen (again: unblank)"),
        row(.pointer, [.character("c")], .ignored, "pointer on/off"),
        row(.timer, [.character("t")], .ignored, "timer on/off"),
        row(.theme, [.character("C")], .ignored, "other colours, in this window"),
        row(.restartTimer, [.character("T")], .ignored, "restart the timer"),
        row(.baton, [.character("D")], .ignored, "ask for the baton, take it, or return it"),
        row(.pass, [.character("P")], .ignored, "pass the baton to somebody"),
        row(.mouse, [.character("m")], .ignored, "mouse on/off"),
        row(.redraw, [.control("l")], .ignored, "redraw"),
        row(.suspend, [.control("z")], .ignored, "suspend"),
    ])

    private static func row(_ action: Action, _ keys: [Key], _ count: Count, _ meaning: String) -> Row {
        Row(action: action, sequences: keys.map { [$0] }, count: count, meaning: meaning)
    }

    /// One line to each row that has keys: the keys, then what they do.
    package var helpLines: [String] {
        let rows = rows.filter { !$0.sequences.isEmpty }
        let names = rows.map { row in
            row.sequences.map { (row.count == .required ? "7 " : "") + $0.map(\.name).joined() }.joined(separator: "  ")
        }
        let widest = names.map(ColumnText.width).max() ?? 0
        return zip(names, rows).map { name, row in
            name + String(repeating: " ", count: widest - ColumnText.width(name) + 2) + row.meaning
        }
    }

    /// The row for a whole sequence, with or without a number in front.
    func row(for keys: [Key], hasCount: Bool) -> Row? {
        let rows = self.rows.filter { $0.sequences.contains(keys) }
        return rows.first { ($0.count == .required) == hasCount } ?? rows.first { $0.count != .required }
    }

    /// Whether more keys may make a sequence of these.
    func isBeginning(_ keys: [Key]) -> Bool {
        rows.contains { row in row.sequences.contains { $0.count > keys.count && $0.starts(with: keys) } }
    }
}
