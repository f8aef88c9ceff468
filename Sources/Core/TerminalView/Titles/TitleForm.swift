/// A way to show letters of double size that some terminals have. They stand over the cells of their title.
package enum TitleForm: Hashable, Sendable {
    /// Kitty's text sizing protocol (OSC 66).
    case scaled
    /// Two rows of double width and height, as the VT100 had them (DECDHL). They hold nothing else, and only letters of
    /// Latin 1: xterm 379 ends by a segmentation fault where its TrueType font lacks one of another script in such a row.
    case doubleRows

    /// The title of a screen that can be shown in this form; nil where there is none.
    package func title(of screen: Screen) -> TitlePlacement? {
        guard let title = screen.titles.first else { return nil }
        switch self {
        case .scaled: return title
        case .doubleRows: return title.isLatin && screen.hasOnly(title) ? title : nil
        }
    }

    /// The cells that show something else than theirs while the title is there.
    package func area(of title: TitlePlacement, columns: Int) -> ScreenArea {
        switch self {
        case .scaled: title.area
        case .doubleRows: ScreenArea(column: 0, row: title.row, columns: columns, rows: 2)
        }
    }

    /// The bytes that show a title of a screen. The terminal must be in the plain style; it is left in it.
    package func showing(_ title: TitlePlacement, on screen: Screen, colours: ColourDepth) -> [UInt8] {
        let theme = colours.theme(screen.theme)
        let style = "\u{1B}[\(Rendition(of: title.style, theme: theme).parameters)m"
        var text = ""
        switch self {
        case .scaled:
            text = TitleForm.move(column: title.column, row: title.row) + style + TitleForm.commands(for: title.text)
        case .doubleRows:
            let ground = "\u{1B}[\(Rendition(of: .plain, theme: theme).parameters)m"
            for (row, half) in [(title.row, "3"), (title.row + 1, "4")] {
                text += TitleForm.move(column: 0, row: row) + "\u{1B}#\(half)\(ground)\u{1B}[2K"
                text += TitleForm.move(column: title.column / 2, row: row) + style + title.text
            }
        }
        return Array((text + "\u{1B}[0m").utf8)
    }

    /// The bytes that leave blanks in place of a title.
    package func removing(_ title: TitlePlacement) -> [UInt8] {
        switch self {
        case .scaled:
            // A letter goes with any of its cells.
            Array((TitleForm.move(column: title.column, row: title.row) + "\u{1B}[\(2 * title.columns)X").utf8)
        case .doubleRows:
            [title.row, title.row + 1].flatMap {
                Array((TitleForm.move(column: 0, row: $0) + "\u{1B}#5\u{1B}[2K").utf8)
            }
        }
    }

    /// The bytes that leave no title anywhere on the screen.
    package var clearing: [UInt8] {
        switch self {
        // Kitty forgets the files of its pictures when the whole screen is erased at once.
        case .scaled: Array("\u{1B}[H\u{1B}[J".utf8)
        case .doubleRows: Array("\u{1B}[2J".utf8)
        }
    }

    /// Letters with the numbers of columns that they have here, whatever the terminal thinks of other scripts.
    private static func commands(for text: String) -> String {
        var commands = ""
        var run = ""
        func command(_ width: Int?, _ text: String) -> String {
            "\u{1B}]66;s=2\(width.map { ":w=\($0)" } ?? "");\(text)\u{1B}\\"
        }
        for letter in text {
            guard !letter.isASCII else {
                run.append(letter)
                continue
            }
            if !run.isEmpty { commands += command(nil, run) }
            run = ""
            commands += command(letter.columns, String(letter))
        }
        return run.isEmpty ? commands : commands + command(nil, run)
    }

    private static func move(column: Int, row: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }
}

extension Screen {
    /// Whether the rows of a title hold nothing else.
    fileprivate func hasOnly(_ title: TitlePlacement) -> Bool {
        guard title.row + 1 < rows else { return false }
        let cells = packed(title.row)
        let before = cells.prefix(title.column)
        let after = cells.dropFirst(title.column + title.columns)
        return before.allSatisfy { $0 == .blank } && after.allSatisfy { $0 == .blank }
            && packed(title.row + 1).allSatisfy { $0 == .blank }
    }
}
