import PagingContent

/// The bytes that change a terminal from one screen to another.
///
/// Only changed cells are written, row by row, and nothing is cleared first, so nothing flickers. Cells that a drag has
/// moved are moved by the terminal itself where that takes fewer bytes. The terminal must not wrap at its right edge,
/// must show nothing to the right of the screen and be in the plain style; it is left in the same state.
package enum ScreenDiff {
    /// Up to so many unchanged cells are written again instead of skipped, since moving the cursor takes four bytes.
    private static let cheapGap = 4
    /// From so many blanks at the end of a row on, they are erased by one command.
    private static let cheapErase = 4

    /// The bytes for an ANSI terminal that shows `old`; all of `new` when `old` is unknown or has another size.
    ///
    /// Equal screens give no bytes. Without colours the other parts of a style remain.
    package static func bytes(from old: Screen?, to new: Screen, colours: ColourDepth = .full) -> [UInt8] {
        guard old != new else { return [] }
        var pen = ANSIWriter(for: new, theme: colours.theme(new.theme))
        guard let old, old.columns == new.columns, old.rows == new.rows, old.theme == new.theme else {
            pen.reset()
            for row in 0..<new.rows { draw(row, from: nil, to: new, with: &pen) }
            pen.finish()
            return pen.bytes
        }
        var scrolled: ANSIWriter?
        if let scroll = RowScroll(from: old, to: new) {
            var pen = pen.fresh
            pen.scroll(scroll.rows, up: scroll.count)
            draw(from: scroll.applied(to: old), to: new, with: &pen)
            scrolled = pen
        }
        draw(from: old, to: new, with: &pen, most: scrolled?.bytes.count)
        if let scrolled, scrolled.bytes.count < pen.bytes.count { return scrolled.bytes }
        return pen.bytes
    }

    /// Draws every row in the shorter of two ways: cell by cell, or moved sideways first.
    ///
    /// - Parameter most: bytes beyond which another way is shorter, and the rest is not drawn.
    private static func draw(from old: Screen, to new: Screen, with pen: inout ANSIWriter, most: Int? = nil) {
        let shift = CellShift(from: old, to: new)
        for row in 0..<new.rows where old.packed(row) != new.packed(row) && pen.bytes.count <= most ?? .max {
            let cells = old.packed(row).map(Optional.some)
            guard let shift, let shifted = shift.applied(to: old.packed(row)) else {
                draw(row, from: cells, to: new, with: &pen)
                continue
            }
            var (plain, moved) = (pen.fresh, pen.fresh)
            shift.perform(row: row, columns: new.columns, with: &moved)
            draw(row, from: shifted, to: new, with: &moved)
            draw(row, from: cells, to: new, with: &plain, most: moved.bytes.count)
            pen.take(moved.bytes.count < plain.bytes.count ? moved : plain)
        }
        pen.finish()
    }

    /// Draws a row where a terminal shows `old`; nil cells may be anything.
    private static func draw(
        _ row: Int, from old: [PackedCell?]?, to new: Screen, with pen: inout ANSIWriter, most: Int = .max
    ) {
        let cells = new.packed(row)
        let first = cells.startIndex
        let blanks = firstBlank(cells)
        var isTouched = false
        for column in 0..<new.columns where pen.bytes.count <= most {
            let cell = cells[first + column]
            let shown = old?[column]
            if shown == cell, !isTouched { continue }
            isTouched = mayTouchNext(cell) || shown.map(mayTouchNext) == true
            if column >= blanks, isWorthErasing(from: column, of: old) {
                pen.move(toColumn: column, row: row)
                return pen.eraseToEnd()
            }
            // Its cluster is in the cell to the left and was written with it.
            if cell.isContinuation {
                isTouched = true
                continue
            }
            approach(column, row, cells, with: &pen)
            pen.write(cell)
        }
    }

    /// Whether writing or overwriting the cell may change the cell to its right, on a terminal that gives the cluster
    /// another number of columns.
    private static func mayTouchNext(_ cell: PackedCell) -> Bool {
        !cell.isContinuation && !cell.text.hasCertainColumns
    }

    /// Moves the cursor to a cell, by writing the cells between where that is shorter.
    private static func approach(
        _ column: Int, _ row: Int, _ cells: ArraySlice<PackedCell>, with pen: inout ANSIWriter
    ) {
        if let from = pen.isWithin(cheapGap, ofColumn: column, row: row) {
            let between = cells[cells.startIndex + from..<cells.startIndex + column]
            if between.allSatisfy({ $0.width == 1 && $0.text.hasCertainColumns && pen.writes($0.style) }) {
                for cell in between { pen.write(cell) }
            }
        }
        pen.move(toColumn: column, row: row)
    }

    /// The first column of the blank and plain end of the row.
    private static func firstBlank(_ cells: ArraySlice<PackedCell>) -> Int {
        (cells.lastIndex { $0 != .blank } ?? cells.startIndex - 1) + 1 - cells.startIndex
    }

    private static func isWorthErasing(from column: Int, of old: [PackedCell?]?) -> Bool {
        guard let old else { return true }
        return old[column...].count { $0 != .blank } >= cheapErase
    }
}
