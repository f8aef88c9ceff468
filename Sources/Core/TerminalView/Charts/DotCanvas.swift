/// Dots in cells: eight to a cell with Unicode's braille patterns, else one.
struct DotCanvas {
    let columns: Int
    let rows: Int
    /// Dots of a cell in each direction.
    private let across: Int
    private let down: Int
    private var patterns: [UInt8]
    private var styles: [Style]
    private var marks: [Character]

    init(columns: Int, rows: Int, hasPatterns: Bool) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
        (across, down) = hasPatterns ? (2, 4) : (1, 1)
        patterns = Array(repeating: 0, count: self.columns * self.rows)
        styles = Array(repeating: .plain, count: patterns.count)
        marks = Array(repeating: " ", count: patterns.count)
    }

    var dotColumns: Int { columns * across }
    var dotRows: Int { rows * down }

    /// Sets a dot, counted from the top left corner. A dot outside is left out.
    ///
    /// - Parameter mark: stands in the cell where there are no patterns.
    mutating func set(column: Int, row: Int, style: Style, mark: Character) {
        guard (0..<dotColumns).contains(column), (0..<dotRows).contains(row) else { return }
        let cell = row / down * columns + column / across
        patterns[cell] |= DotCanvas.bits[row % down][column % across]
        styles[cell] = style
        marks[cell] = mark
    }

    /// Draws the dots over cells of a screen.
    func draw(on screen: inout Screen, column: Int, row: Int) {
        for cell in patterns.indices where patterns[cell] != 0 {
            let pattern = Unicode.Scalar(0x2800 + UInt32(patterns[cell])).map(Character.init) ?? "*"
            screen.write(
                String(across == 1 ? marks[cell] : pattern), column: column + cell % columns,
                row: row + cell / columns, style: styles[cell])
        }
    }

    /// The bits of a pattern by row and column (Unicode, chapter 21.1).
    private static let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]
}
