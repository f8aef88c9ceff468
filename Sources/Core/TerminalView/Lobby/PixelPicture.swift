/// A picture of square pixels with and without ink. A cell shows two of them, one above the other, as half blocks.
struct PixelPicture: Hashable, Sendable {
    let columns: Int
    let rows: Int
    /// Row by row.
    private let ink: [Bool]
    /// Whether there is ink around the picture; a cell may reach beyond the last row.
    private let isInkAround: Bool

    init(columns: Int, rows: Int, isInkAround: Bool = false, isInk: (_ column: Int, _ row: Int) -> Bool) {
        self.columns = columns
        self.rows = rows
        self.isInkAround = isInkAround
        ink = (0..<rows).flatMap { row in (0..<columns).map { isInk($0, row) } }
    }

    /// Columns of cells, with each pixel as a square of `scale` by `scale` pixels.
    func cellColumns(scale: Int) -> Int { columns * scale }

    /// Rows of cells at a scale.
    func cellRows(scale: Int) -> Int { (rows * scale + 1) / 2 }

    /// The rows of cells as text.
    func lines(scale: Int = 1) -> [String] {
        (0..<cellRows(scale: scale)).map { line in
            let upper = row(2 * line / scale)
            let lower = row((2 * line + 1) / scale)
            let cells = zip(upper, lower).map { upper, lower -> String in
                let cell = upper ? (lower ? "█" : "▀") : (lower ? "▄" : " ")
                return String(repeating: cell, count: scale)
            }
            return cells.joined()
        }
    }

    private func row(_ row: Int) -> [Bool] {
        guard row < rows else { return Array(repeating: isInkAround, count: columns) }
        return Array(ink[row * columns..<(row + 1) * columns])
    }
}
