/// A picture in cells, ready to be drawn.
package struct CellPicture: Hashable, Sendable {
    package let columns: Int
    package let rows: Int
    /// Row by row; each takes one column.
    private let cells: [Cell]

    /// A picture of half blocks or letters.
    ///
    /// - Parameters:
    ///   - symbols: for each cell, row by row, a Unicode scalar: `▀` or printable ASCII; any other becomes a blank.
    ///   - inks: colours of the characters as 0xRRGGBB, or -1 for that of the text.
    ///   - grounds: colours behind them, likewise; -1 leaves the page's.
    package init(columns: Int, rows: Int, symbols: [UInt32], inks: [Int32], grounds: [Int32]) {
        precondition(
            symbols.count == columns * rows && inks.count == symbols.count && grounds.count == symbols.count,
            "expected \(columns * rows) cells, got \(symbols.count), \(inks.count) and \(grounds.count)")
        self.columns = columns
        self.rows = rows
        cells = symbols.indices.map { place in
            CellPicture.cell(symbols[place], ink: inks[place], ground: grounds[place])
        }
    }

    private static func cell(_ symbol: UInt32, ink: Int32, ground: Int32) -> Cell {
        switch symbol {
        case 0x2580 where ink < 0 && ground < 0: Cell(" ", width: 1, style: .plain)
        // Only the lower half is seen.
        case 0x2580 where ink < 0: Cell("▄", width: 1, style: Style(ink: CellPicture.ink(ground)))
        // A blank takes fewer bytes.
        case 0x2580 where ink == ground: Cell(" ", width: 1, style: Style(ground: CellPicture.ink(ground)))
        case 0x2580: Cell("▀", width: 1, style: Style(ink: CellPicture.ink(ink), ground: CellPicture.ink(ground)))
        case 0x21...0x7E:
            Cell(
                Character(Unicode.Scalar(UInt8(symbol))), width: 1,
                style: Style(ink: CellPicture.ink(ink), ground: CellPicture.ink(ground)))
        default: Cell(" ", width: 1, style: Style(ground: CellPicture.ink(ground)))
        }
    }

    private static func ink(_ colour: Int32) -> Ink {
        guard colour >= 0 else { return .none }
        return .colour(red: UInt8(colour >> 16 & 0xFF), green: UInt8(colour >> 8 & 0xFF), blue: UInt8(colour & 0xFF))
    }

    /// The cells of a row.
    func row(_ row: Int) -> ArraySlice<Cell> { cells[row * columns..<(row + 1) * columns] }
}
