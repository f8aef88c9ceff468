@testable import TerminalView

/// The look of a screen's cells as text: a letter to each cell, `.` for a plain one.
enum StyleText {
    private static let letters: [(Style, Character)] = [
        (.reversed, "r"), (.role(.code), "c"), (.struck, "s"), (.italic, "i"), (.underlined, "u"), (.bold, "b"),
        (.faint, "f"),
    ]

    static func text(of screen: Screen) -> String {
        let rows = (0..<screen.rows).map { row in
            String(screen.row(row).map { cell in letters.first { cell.style.contains($0.0) }?.1 ?? "." }) + "\n"
        }
        return rows.joined()
    }
}
