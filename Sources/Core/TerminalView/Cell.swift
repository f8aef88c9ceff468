/// One column of one row of a screen.
///
/// A wide cluster takes two cells: its own, and to the right of it a `continuation` without a character.
package struct Cell: Hashable, Sendable {
    package let character: Character
    /// Columns the cluster takes; 0 for the second column of a wide one.
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

    /// The same for cells that look the same, and different for nearly all others: quickly compared where a wrong guess
    /// costs bytes and nothing else.
    var estimate: UInt32 {
        let scalar = character.unicodeScalars.first?.value ?? 0
        return scalar << 9 | UInt32(style.rawValue) << 2 | UInt32(width)
    }
}
