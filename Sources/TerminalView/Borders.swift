/// What frames are drawn with.
public struct Borders: Hashable, Sendable {
    public let horizontal: Character
    public let vertical: Character
    public let topLeft: Character
    public let topRight: Character
    public let bottomLeft: Character
    public let bottomRight: Character
    /// What the mark below the chosen tab is made of.
    public let indicator: Character
    /// Stands for what has been cut.
    public let ellipsis: String
    /// Where the lines of a table cross.
    public let crossing: Character
    /// What items of a list begin with, by depth; the deepest ones share the last.
    public let bullets: [Character]

    /// `+`, `-` and `|`: for every terminal and every font.
    public static let ascii = Borders(
        horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", indicator: "=",
        ellipsis: "...", crossing: "+", bullets: ["*", "-", "+"])

    /// Unicode's box drawing characters.
    public static let unicode = Borders(
        horizontal: "─", vertical: "│", topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘", indicator: "━",
        ellipsis: "…", crossing: "┼", bullets: ["•", "◦", "▪"])
}
