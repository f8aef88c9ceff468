/// One column of one row of a screen, as it is read; a screen keeps `PackedCell`.
///
/// A wide cluster takes two cells: its own, and to the right of it a continuation without a character.
package struct Cell: Hashable, Sendable {
    package let character: Character
    /// Columns of the cluster; 0 for the second column of a wide one.
    package let width: Int
    package let style: Style

    init(_ character: Character, width: Int, style: Style) {
        self.character = character
        self.width = width
        self.style = style
    }

    var isContinuation: Bool { width == 0 }
}

/// The characters that frames are drawn with.
package struct Borders: Hashable, Sendable {
    package let horizontal: Character
    package let vertical: Character
    package let topLeft: Character
    package let topRight: Character
    package let bottomLeft: Character
    package let bottomRight: Character
    /// The mark below the chosen tab.
    package let indicator: Character
    /// The sign for a cut text.
    package let ellipsis: String
    /// The crossing of the lines of a table.
    package let crossing: Character
    /// The bullets of list items, by depth; the deepest ones share the last.
    package let bullets: [Character]
    /// The bar at the left of a quote.
    package let bar: Character
    /// The marks of tasks.
    package let done: String
    package let open: String
    /// The marks beside lines of code that go on to the left and to the right.
    package let hiddenLeft: Character
    package let hiddenRight: Character

    /// `+`, `-` and `|`: for every terminal and every font.
    package static let ascii = Borders(
        horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", indicator: "=",
        ellipsis: "...", crossing: "+", bullets: ["*", "-", "+"],
        bar: "|", done: "[x]", open: "[ ]", hiddenLeft: "<", hiddenRight: ">")

    /// Unicode's box drawing characters, with round corners.
    package static let unicode = Borders(
        horizontal: "─", vertical: "│", topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯", indicator: "━",
        ellipsis: "…", crossing: "┼", bullets: ["•", "◦", "▪"],
        bar: "▌", done: "☑", open: "☐", hiddenLeft: "‹", hiddenRight: "›")
}
