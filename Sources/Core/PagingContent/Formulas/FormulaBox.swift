/// Rows of characters of equal width, one of which is the line on which neighbours stand.
struct FormulaBox {
    static let mostColumns = 400
    static let mostRows = 60

    let rows: [String]
    let baseline: Int
    let width: Int

    init(_ text: String) {
        self.init([text], baseline: 0)
    }

    /// Rows that are shorter than the longest one are filled with blanks.
    private init(_ rows: [String], baseline: Int) {
        let width = rows.reduce(0) { max($0, $1.count) }
        self.rows = rows.map { $0 + String(repeating: " ", count: width - $0.count) }
        self.baseline = baseline
        self.width = width
    }

    var isBlank: Bool { rows.count == 1 && rows[0].allSatisfy { $0 == " " } }

    /// The boxes from the left to the right, on one line.
    static func beside(_ boxes: [FormulaBox]) -> FormulaBox {
        let baseline = boxes.reduce(0) { max($0, $1.baseline) }
        let below = boxes.reduce(0) { max($0, $1.rows.count - $1.baseline) }
        var rows = [String](repeating: "", count: max(1, baseline + below))
        for box in boxes {
            for place in rows.indices {
                let row = place - baseline + box.baseline
                rows[place] += box.rows.indices.contains(row) ? box.rows[row] : String(repeating: " ", count: box.width)
            }
        }
        return FormulaBox(rows, baseline: baseline)
    }

    /// The boxes from top to bottom, each in the middle; `base` is the one on whose line neighbours stand.
    static func stacked(_ boxes: [FormulaBox], base: FormulaBox) -> FormulaBox {
        let width = boxes.reduce(0) { max($0, $1.width) }
        var rows: [String] = []
        var baseline = 0
        for box in boxes {
            if box.rows == base.rows { baseline = rows.count + base.baseline }
            rows += box.rows.map { padded($0, to: width, .centred) }
        }
        return FormulaBox(rows, baseline: baseline)
    }

    private enum CellSide {
        case centred, leading, trailing
    }

    private static func padded(_ text: String, to width: Int, _ side: CellSide) -> String {
        let missing = max(0, width - text.count)
        let left =
            switch side {
            case .leading: 0
            case .trailing: missing
            case .centred: missing / 2
            }
        return String(repeating: " ", count: left) + text + String(repeating: " ", count: missing - left)
    }

    /// Scripts at the right: raised or lowered in the first and the last row where Unicode has their characters, otherwise
    /// in rows of their own.
    func with(above: String?, raised: String?, below: String?, lowered: String?) -> FormulaBox {
        let width = max(above?.count ?? 0, below?.count ?? 0, raised?.count ?? 0, lowered?.count ?? 0)
        let blank = String(repeating: " ", count: width)
        var right = [String](repeating: blank, count: rows.count)
        // In a single row, raised and lowered signs would stand on each other.
        let hasRoom = rows.count > 1 || above == nil || below == nil
        var left = rows
        var line = baseline
        if let above {
            if let raised, hasRoom {
                right[0] = FormulaBox.padded(raised, to: width, .leading)
            } else {
                right.insert(FormulaBox.padded(above, to: width, .leading), at: 0)
                left.insert(String(repeating: " ", count: self.width), at: 0)
                line += 1
            }
        }
        if let below {
            if let lowered, hasRoom {
                right[right.count - 1] = FormulaBox.padded(lowered, to: width, .leading)
            } else {
                right.append(FormulaBox.padded(below, to: width, .leading))
                left.append(String(repeating: " ", count: self.width))
            }
        }
        return FormulaBox(zip(left, right).map { $0 + $1 }, baseline: line)
    }

    /// Under the sign of a root, with a bar above.
    func underRoot(_ sign: String) -> FormulaBox {
        let blank = String(repeating: " ", count: sign.count)
        let top = blank + "┌" + String(repeating: "─", count: width)
        let last = rows.count - 1
        let inside = rows.enumerated().map { place, row in (place == last ? sign : blank) + "│" + row }
        return FormulaBox([top] + inside, baseline: baseline + 1)
    }

    /// Cells in rows and columns.
    static func grid(_ cells: [[FormulaBox]], _ columns: FormulaColumns) -> FormulaBox {
        let count = cells.reduce(0) { max($0, $1.count) }
        let widths = (0..<count).map { column in
            cells.reduce(0) { max($0, column < $1.count ? $1[column].width : 0) }
        }
        var rows: [String] = []
        for line in cells {
            let boxes = (0..<count).map { column -> FormulaBox in
                let box = column < line.count ? line[column] : FormulaBox("")
                let side: CellSide =
                    switch columns {
                    case .centred: .centred
                    case .leading: .leading
                    case .pairs: column % 2 == 0 ? .trailing : .leading
                    }
                let rows = box.rows.map { padded($0, to: widths[column], side) }
                return FormulaBox(rows, baseline: box.baseline)
            }
            let gap = FormulaBox(columns == .pairs ? " " : "  ")
            rows += beside(Array(boxes.map { [$0] }.joined(separator: [gap]))).rows
        }
        return FormulaBox(rows, baseline: (rows.count - 1) / 2)
    }
}

/// Brackets of any height.
enum FormulaBracket {
    /// The upper end, the middle, the part between, the lower end.
    private static let parts: [String: [Character]] = [
        "(": ["⎛", "⎜", "⎜", "⎝"], ")": ["⎞", "⎟", "⎟", "⎠"], "[": ["⎡", "⎢", "⎢", "⎣"], "]": ["⎤", "⎥", "⎥", "⎦"],
        "{": ["⎧", "⎨", "⎪", "⎩"], "}": ["⎫", "⎬", "⎪", "⎭"], "|": ["│", "│", "│", "│"], "‖": ["║", "║", "║", "║"],
        "⌊": ["⎢", "⎢", "⎢", "⎣"], "⌋": ["⎥", "⎥", "⎥", "⎦"], "⌈": ["⎡", "⎢", "⎢", "⎢"], "⌉": ["⎤", "⎥", "⎥", "⎥"],
    ]

    static func box(_ sign: String, _ height: Int, _ baseline: Int) -> FormulaBox {
        guard height > 1, let part = parts[sign] else { return FormulaBox(sign) }
        // A curly bracket of two rows has no room for its middle.
        if height == 2, sign == "{" || sign == "}" {
            return column(sign == "{" ? ["⎰", "⎱"] : ["⎱", "⎰"], baseline)
        }
        return column(
            (0..<height).map { row in
                if row == 0 { return part[0] }
                if row == height - 1 { return part[3] }
                return row == height / 2 ? part[1] : part[2]
            }, baseline)
    }

    private static func column(_ signs: [Character], _ baseline: Int) -> FormulaBox {
        FormulaBox.column(signs.map { String($0) }, baseline: baseline)
    }
}

extension FormulaBox {
    fileprivate static func column(_ rows: [String], baseline: Int) -> FormulaBox {
        FormulaBox(rows, baseline: baseline)
    }
}
