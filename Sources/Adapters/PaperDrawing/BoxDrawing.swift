import CPango

/// A character of Unicode's box drawing (U+2500–257F) as lines from the middle of its cell to its edges.
///
/// Lines meet those of the next cell in any font and at any size. Diagonals are left to the font.
struct BoxDrawing {
    /// Widths of the line to each edge; 0 for none, 3 for a double one.
    private var (left, right, up, down) = (0, 0, 0, 0)
    private var isArc = false
    /// Dashes in a cell; 0 for a whole line.
    private var dashes = 0

    /// The line is read from the character's name, such as `BOX DRAWINGS DOWN LIGHT AND RIGHT HEAVY`.
    init?(_ scalar: Unicode.Scalar) {
        guard (0x2500...0x257F).contains(scalar.value), let name = scalar.properties.name else { return nil }
        var words = name.split(separator: " ").dropFirst(2).map(String.init)
        guard !words.contains("DIAGONAL") else { return nil }
        if let place = words.firstIndex(of: "DASH"), place > 0 {
            dashes = ["DOUBLE": 2, "TRIPLE": 3, "QUADRUPLE": 4][words[place - 1]] ?? 0
            words.removeSubrange(place - 1...place)
        }
        isArc = words.contains("ARC")
        let parts = words.split(separator: "AND").map { part in (part, part.lazy.compactMap(BoxDrawing.width).first) }
        let common = parts.lazy.compactMap(\.1).first ?? 1
        for (part, width) in parts {
            for word in part { add(word, width ?? common) }
        }
    }

    private static func width(_ word: String) -> Int? { ["LIGHT": 1, "SINGLE": 1, "HEAVY": 2, "DOUBLE": 3][word] }

    private mutating func add(_ direction: String, _ width: Int) {
        if ["LEFT", "HORIZONTAL"].contains(direction) { left = width }
        if ["RIGHT", "HORIZONTAL"].contains(direction) { right = width }
        if ["UP", "VERTICAL"].contains(direction) { up = width }
        if ["DOWN", "VERTICAL"].contains(direction) { down = width }
    }

    /// Whether several in a row are one longer line.
    var isHorizontalLine: Bool { left > 0 && left == right && up == 0 && down == 0 && dashes == 0 }

    /// Draws the lines in the present colour. `overlap` closes the gap that smoothed edges leave between cells; `cell` is the
    /// width of one cell, also where a line goes through several.
    func draw(
        _ cairo: OpaquePointer, x: Double, y: Double, width: Double, height: Double, lightOf cell: Double,
        overlap: Double
    ) {
        let (middle, centre) = (x + width / 2, y + height / 2)
        let light = min(cell, height) * 0.13
        cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT)
        if dashes > 0 {
            let dash = (left > 0 ? width : height) / Double(dashes) / 2
            cairo_set_dash(cairo, [dash, dash], 2, -dash / 2)
        }
        if isArc {
            arc(cairo, x: x, y: y, width: width, height: height, overlap: overlap, thickness: light)
        } else {
            // Lines reach beyond the middle by half of those that they meet, so that corners are closed.
            let isBroken = dashes > 0
            let beyondUpright = isBroken ? 0 : spread(max(up, down), light)
            let beyondFlat = isBroken ? 0 : spread(max(left, right), light)
            let (end, bottom) = (x + width + overlap, y + height + overlap)
            // Straight lines are one: where two smoothed ends overlap, a dot is seen.
            let flat: [(Int, Double, Double, Double, Double)] =
                left == right
                ? [(left, x, centre, end, centre)]
                : [
                    (left, x, centre, middle + beyondUpright, centre),
                    (right, middle - beyondUpright, centre, end, centre),
                ]
            let upright: [(Int, Double, Double, Double, Double)] =
                up == down
                ? [(up, middle, y, middle, bottom)]
                : [(up, middle, y, middle, centre + beyondFlat), (down, middle, centre - beyondFlat, middle, bottom)]
            for (weight, fromX, fromY, toX, toY) in flat + upright where weight > 0 {
                let shifts = weight == 3 ? [-1.5 * light, 1.5 * light] : [0]
                cairo_set_line_width(cairo, weight == 2 ? 2.4 * light : light)
                for shift in shifts {
                    let (shiftX, shiftY) = fromX == toX ? (shift, 0) : (0, shift)
                    cairo_move_to(cairo, fromX + shiftX, fromY + shiftY)
                    cairo_line_to(cairo, toX + shiftX, toY + shiftY)
                }
                cairo_stroke(cairo)
            }
        }
        cairo_set_dash(cairo, nil, 0, 0)
    }

    /// Half the breadth of a line.
    private func spread(_ weight: Int, _ light: Double) -> Double { [0, 0.5, 1.2, 2][weight] * light }

    /// A round corner between two neighbouring edges.
    private func arc(
        _ cairo: OpaquePointer, x: Double, y: Double, width: Double, height: Double, overlap: Double, thickness: Double
    ) {
        let (middle, centre) = (x + width / 2, y + height / 2)
        let radius = min(width, height) / 2
        let (side, edge) = right > 0 ? (1.0, x + width + overlap) : (-1.0, x)
        let (fall, end) = down > 0 ? (1.0, y + height + overlap) : (-1.0, y)
        cairo_set_line_width(cairo, thickness)
        cairo_move_to(cairo, edge, centre)
        cairo_line_to(cairo, middle + side * radius, centre)
        cairo_curve_to(
            cairo, middle + side * radius * 0.45, centre, middle, centre + fall * radius * 0.45, middle,
            centre + fall * radius)
        cairo_line_to(cairo, middle, end)
        cairo_stroke(cairo)
    }
}

/// A character of Unicode's block elements (U+2580–259F) as filled parts of its cell.
struct BlockElement {
    /// Left, top, right and bottom edges in eighths of a cell.
    let parts: [(Double, Double, Double, Double)]
    /// Share of the ink.
    let shade: Double

    init?(_ scalar: Unicode.Scalar) {
        let number = Double(scalar.value)
        switch scalar.value {
        case 0x2580: self.init([(0, 0, 8, 4)])
        case 0x2581...0x2588: self.init([(0, 8 - (number - 0x2580), 8, 8)])
        case 0x2589...0x258F: self.init([(0, 0, 0x2590 - number, 8)])
        case 0x2590: self.init([(4, 0, 8, 8)])
        case 0x2591...0x2593: self.init([(0, 0, 8, 8)], shade: (number - 0x2590) / 4)
        case 0x2594: self.init([(0, 0, 8, 1)])
        case 0x2595: self.init([(7, 0, 8, 8)])
        case 0x2596...0x259F:
            // Upper left, upper right, lower left, lower right.
            let quadrants = [0b0010, 0b0001, 0b1000, 0b1011, 0b1001, 0b1110, 0b1101, 0b0100, 0b0110, 0b0111]
            let bits = quadrants[Int(scalar.value) - 0x2596]
            let places: [(Double, Double, Double, Double)] = [(0, 0, 4, 4), (4, 0, 8, 4), (0, 4, 4, 8), (4, 4, 8, 8)]
            self.init(places.enumerated().filter { bits & (8 >> $0.offset) != 0 }.map(\.element))
        default: return nil
        }
    }

    private init(_ parts: [(Double, Double, Double, Double)], shade: Double = 1) {
        self.parts = parts
        self.shade = shade
    }

    /// Whether several in a row are one longer part.
    var isWide: Bool { parts.count == 1 && parts[0].0 == 0 && parts[0].2 == 8 }

    /// Fills its parts in the present colour.
    func draw(_ cairo: OpaquePointer, x: Double, y: Double, width: Double, height: Double, overlap: Double) {
        for (left, top, right, bottom) in parts {
            let isAtRight = right == 8
            let isAtBottom = bottom == 8
            cairo_rectangle(
                cairo, x + left / 8 * width, y + top / 8 * height,
                (right - left) / 8 * width + (isAtRight ? overlap : 0),
                (bottom - top) / 8 * height + (isAtBottom ? overlap : 0))
        }
        cairo_fill(cairo)
    }
}
