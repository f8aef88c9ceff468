/// A QR code (ISO/IEC 18004) as a square of modules, without its margin.
package struct QRCode: Hashable, Sendable {
    /// Light modules around the code. The standard asks for four; readers on telephones take two.
    static let margins = [4, 2]

    /// Modules on each side.
    package let size: Int
    /// Row by row.
    private let dark: [Bool]

    package init(size: Int, dark: [Bool]) {
        precondition(dark.count == size * size, "expected \(size * size) modules, got \(dark.count)")
        self.size = size
        self.dark = dark
    }

    /// Whether a module is dark; those of the margin are not.
    package func isDark(column: Int, row: Int) -> Bool {
        (0..<size).contains(column) && (0..<size).contains(row) && dark[row * size + column]
    }

    /// The code with a margin. Light modules have the ink: on a terminal without colours, whose letters are mostly light, it
    /// is right as well.
    func picture(margin: Int) -> PixelPicture {
        let side = size + 2 * margin
        return PixelPicture(columns: side, rows: side, isInkAround: true) { column, row in
            !isDark(column: column - margin, row: row - margin)
        }
    }

    /// The code in half blocks with the largest margin that fits into so many columns; nil when none does.
    ///
    /// - Parameter isColoured: whether each line begins with the codes for white on black and ends with their reset.
    package func lines(columns: Int, isColoured: Bool) -> [String]? {
        guard let margin = QRCode.margins.first(where: { size + 2 * $0 <= columns }) else { return nil }
        let lines = picture(margin: margin).lines()
        return isColoured ? lines.map { "\u{1B}[\(Rendition.sign)m\($0)\u{1B}[0m" } : lines
    }

    /// Columns of the code with its smallest margin.
    package var leastColumns: Int { size + 2 * (QRCode.margins.last ?? 0) }
}
