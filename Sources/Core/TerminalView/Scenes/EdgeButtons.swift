/// The buttons at both ends of a pager that is turned by buttons. A button without a page to go to is hidden.
package struct EdgeButtons: Hashable, Sendable {
    package var hasBack: Bool
    package var hasForward: Bool

    package init(hasBack: Bool, hasForward: Bool) {
        self.hasBack = hasBack
        self.hasForward = hasForward
    }

    /// Cells kept free for a button at each end of the pages, shown or hidden; 0 in a small window, where the buttons
    /// cover the pages.
    static func margin(columns: Int, rows: Int, isVertical: Bool) -> Int {
        isVertical ? (rows >= 8 ? 1 : 0) : (columns >= 20 ? 3 : 0)
    }

    /// Draws the buttons in the middle of both ends of the region from `top` to the last row.
    func draw(on screen: inout Screen, top: Int, isVertical: Bool) {
        let rows = screen.rows - top
        guard rows > 0 else { return }
        let isWide = screen.columns >= 20
        func button(_ sign: Character) -> String { isWide ? "[\(sign)]" : String(sign) }
        let width = isWide ? 3 : 1
        if isVertical {
            let column = (screen.columns - width) / 2
            if hasBack { screen.write(button("^"), column: column, row: top, style: .bold) }
            if hasForward { screen.write(button("v"), column: column, row: screen.rows - 1, style: .bold) }
        } else {
            let row = top + (rows - 1) / 2
            if hasBack { screen.write(button("<"), column: 0, row: row, style: .bold) }
            if hasForward { screen.write(button(">"), column: screen.columns - width, row: row, style: .bold) }
        }
    }
}
