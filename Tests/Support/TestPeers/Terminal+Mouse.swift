extension Terminal {
    /// The mouse, in cells from 0, in the form of xterm's mode 1006.
    package func press(column: Int, row: Int) { type("\u{1B}[<0;\(column + 1);\(row + 1)M") }
    package func drag(column: Int, row: Int) { type("\u{1B}[<32;\(column + 1);\(row + 1)M") }
    package func release(column: Int, row: Int) { type("\u{1B}[<0;\(column + 1);\(row + 1)m") }
    package func wheel(down: Bool, column: Int = 10, row: Int = 5) {
        type("\u{1B}[<\(down ? 65 : 64);\(column + 1);\(row + 1)M")
    }

    /// A press and a release at the same place.
    package func click(column: Int, row: Int) {
        press(column: column, row: row)
        release(column: column, row: row)
    }
}
