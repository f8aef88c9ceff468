/// The bytes that turn what a terminal shows into another screen.
///
/// Only what changed is written, row by row, and nothing is cleared first, so nothing flickers. The terminal is
/// expected not to wrap at its right edge and to be in the plain style; it is left so.
public enum ScreenDiff {
    /// So many unchanged cells are rather written again than jumped over: a jump takes four bytes and more.
    private static let cheapGap = 4
    /// From so many blanks at the end of a row on, one command erases them.
    private static let cheapErase = 4

    /// The bytes for an ANSI terminal that shows `old`; all of `new` when that is unknown or of another size.
    ///
    /// Equal screens give no bytes.
    public static func bytes(from old: Screen?, to new: Screen) -> [UInt8] {
        guard old != new else { return [] }
        var pen = Pen(columns: new.columns)
        let known = old.flatMap { $0.columns == new.columns && $0.rows == new.rows ? $0 : nil }
        if known == nil { pen.reset() }
        for row in 0..<new.rows { draw(row, from: known, to: new, with: &pen) }
        pen.finish()
        return pen.bytes
    }

    private static func draw(_ row: Int, from old: Screen?, to new: Screen, with pen: inout Pen) {
        let blanks = firstBlank(row, of: new)
        var isTouched = false
        for column in 0..<new.columns {
            let cell = new[column: column, row: row]
            let shown = old?[column: column, row: row]
            if shown == cell, !isTouched { continue }
            isTouched = mayTouchNext(cell) || shown.map(mayTouchNext) == true
            if column >= blanks, isWorthErasing(row, from: column, of: old) {
                pen.move(toColumn: column, row: row)
                return pen.eraseToEnd()
            }
            // Its cluster stands in the cell to the left and has been written with it.
            if cell.isContinuation {
                isTouched = true
                continue
            }
            approach(column, row, of: new, with: &pen)
            pen.write(cell)
        }
    }

    /// Whether writing or overwriting the cell changes the one to the right of it on some terminal: one that gives the
    /// cluster another number of columns.
    private static func mayTouchNext(_ cell: Cell) -> Bool {
        !cell.isContinuation && !cell.character.hasCertainColumns
    }

    /// Brings the cursor to a cell, by writing what lies between where that is shorter.
    private static func approach(_ column: Int, _ row: Int, of screen: Screen, with pen: inout Pen) {
        if let from = pen.isWithin(cheapGap, ofColumn: column, row: row) {
            let between = (from..<column).map { screen[column: $0, row: row] }
            if between.allSatisfy({ $0.width == 1 && $0.character.hasCertainColumns && pen.writes($0.style) }) {
                for cell in between { pen.write(cell) }
            }
        }
        pen.move(toColumn: column, row: row)
    }

    /// The column from which on the row is blank and plain.
    private static func firstBlank(_ row: Int, of screen: Screen) -> Int {
        var column = screen.columns
        while column > 0, screen[column: column - 1, row: row] == .blank { column -= 1 }
        return column
    }

    private static func isWorthErasing(_ row: Int, from column: Int, of old: Screen?) -> Bool {
        guard let old else { return true }
        let written = (column..<old.columns).count { old[column: $0, row: row] != .blank }
        return written >= cheapErase
    }
}
