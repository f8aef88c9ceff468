/// What frames are drawn with.
package struct Borders: Hashable, Sendable {
    package let horizontal: Character
    package let vertical: Character
    package let topLeft: Character
    package let topRight: Character
    package let bottomLeft: Character
    package let bottomRight: Character
    /// What the mark below the chosen tab is made of.
    package let indicator: Character
    /// Stands for what has been cut.
    package let ellipsis: String
    /// Where the lines of a table cross.
    package let crossing: Character
    /// What items of a list begin with, by depth; the deepest ones share the last.
    package let bullets: [Character]

    /// `+`, `-` and `|`: for every terminal and every font.
    package static let ascii = Borders(
        horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", indicator: "=",
        ellipsis: "...", crossing: "+", bullets: ["*", "-", "+"])

    /// Unicode's box drawing characters.
    package static let unicode = Borders(
        horizontal: "─", vertical: "│", topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘", indicator: "━",
        ellipsis: "…", crossing: "┼", bullets: ["•", "◦", "▪"])
}
