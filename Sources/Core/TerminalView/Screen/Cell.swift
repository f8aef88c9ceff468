/// One column of one row of a screen.
///
/// A wide cluster takes two cells: its own, and to the right of it a `continuation` without a character.
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

    package static let blank = Cell(" ", width: 1, style: .plain)

    static func continuation(_ style: Style) -> Cell { Cell(" ", width: 0, style: style) }

    var isContinuation: Bool { width == 0 }
    var isWide: Bool { width == 2 }

    /// A blank that looks like the row around it.
    var blanked: Cell { Cell(" ", width: 1, style: style) }

    /// A quick hash: equal for cells that look the same, and different for nearly all others. A wrong guess only costs
    /// bytes.
    var estimate: UInt32 {
        let scalar = character.unicodeScalars.first?.value ?? 0
        return scalar << 10 | UInt32(style.rawValue) << 2 | UInt32(width)
    }
}

/// The look of a cell besides its character: a small subset that every terminal supports or ignores.
package struct Style: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let plain: Style = []
    package static let bold = Style(rawValue: 1)
    package static let faint = Style(rawValue: 2)
    package static let underlined = Style(rawValue: 4)
    /// Foreground and background change places.
    package static let reversed = Style(rawValue: 8)
    package static let italic = Style(rawValue: 16)
    package static let struck = Style(rawValue: 32)
    /// The only colour of texts, for code; left out where colours are not wanted.
    package static let accent = Style(rawValue: 64)
    /// White ink on black in any theme, for codes that a camera reads. It is no decoration, so it stays without colours.
    package static let whiteOnBlack = Style(rawValue: 128)
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

    /// `+`, `-` and `|`: for every terminal and every font.
    package static let ascii = Borders(
        horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", indicator: "=",
        ellipsis: "...", crossing: "+", bullets: ["*", "-", "+"])

    /// Unicode's box drawing characters.
    package static let unicode = Borders(
        horizontal: "─", vertical: "│", topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘", indicator: "━",
        ellipsis: "…", crossing: "┼", bullets: ["•", "◦", "▪"])
}
