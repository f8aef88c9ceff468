/// Sets a formula: in one line, or with fractions, limits and tables in several rows.
struct FormulaLayout {
    /// Of a row of a table.
    private static let mostCells = 40

    /// Whether parts may stand above each other.
    let isStacked: Bool
    /// Whether no blanks stand around signs, as in scripts.
    var isCompact = false

    private var small: FormulaLayout { FormulaLayout(isStacked: false, isCompact: true) }

    func box(_ node: FormulaNode) throws(FormulaError) -> FormulaBox {
        let box: FormulaBox
        switch node {
        case .symbol(let text, _): box = FormulaBox(text)
        case .row(let nodes): box = try row(nodes)
        case .scripts(let base, let below, let above): box = try scripts(base, below, above)
        case .fraction(let above, let below): box = try fraction(above, below)
        case .root(let inside, let index): box = try root(inside, index)
        case .fenced(let left, let inside, let right):
            let inside = try self.box(inside)
            let height = inside.rows.count
            box = FormulaBox.beside([
                FormulaBracket.box(left, height, inside.baseline), inside,
                FormulaBracket.box(right, height, inside.baseline),
            ])
        case .table(let rows, let columns): box = try table(rows, columns)
        }
        guard box.width <= FormulaBox.mostColumns, box.rows.count <= FormulaBox.mostRows else {
            throw FormulaError(unknown: "a formula of \(box.width)x\(box.rows.count) cells")
        }
        return box
    }

    // MARK: Rows

    private func row(_ nodes: [FormulaNode]) throws(FormulaError) -> FormulaBox {
        var parts: [FormulaBox] = []
        var last: FormulaRole?
        let nodes = nodes.filter { $0.bare != .row([]) }
        for (place, node) in nodes.enumerated() {
            let next = place + 1 < nodes.count ? nodes[place + 1].role : nil
            var role = node.role
            // A sign at the start, or behind another sign, belongs to what follows.
            if role == .binary, last == nil || ![.ordinary, .closing, .fraction].contains(last!) || next == nil {
                role = .ordinary
            }
            var part = try box(node)
            let isBeside =
                [.ordinary, .closing, .fraction].contains(last) || [.ordinary, .opening, .fraction].contains(next)
            if role == .fraction, !isStacked, isBeside {
                part = FormulaBox.beside([FormulaBox("("), part, FormulaBox(")")])
            }
            if let last, hasSpace(between: last, and: role), parts.last?.isBlank == false, !part.isBlank {
                parts.append(FormulaBox(" "))
            }
            parts.append(part)
            last = role
        }
        return FormulaBox.beside(parts)
    }

    private func hasSpace(between left: FormulaRole, and right: FormulaRole) -> Bool {
        let isWord = { (role: FormulaRole) in role == .function || role == .limits || role == .integral }
        let isThing = { (role: FormulaRole) in [.ordinary, .closing, .fraction].contains(role) || isWord(role) }
        if isWord(left), right == .ordinary || right == .fraction || isWord(right) { return true }
        if isWord(right), isThing(left) { return true }
        if isStacked, left == .fraction, right == .ordinary || right == .fraction || right == .opening { return true }
        if isStacked, right == .fraction, left == .ordinary || left == .closing { return true }
        guard !isCompact else { return false }
        if left == .punctuation { return true }
        return [left, right].contains { $0 == .binary || $0 == .relation } && right != .punctuation && right != .closing
    }

    /// The box in round brackets where its parts would not hold together.
    private func grouped(_ node: FormulaNode, _ box: FormulaBox, products: Bool = false) -> FormulaBox {
        guard !isWhole(node.bare, products: products) else { return box }
        let height = box.rows.count
        return FormulaBox.beside([
            FormulaBracket.box("(", height, box.baseline), box, FormulaBracket.box(")", height, box.baseline),
        ])
    }

    private func isWhole(_ node: FormulaNode, products: Bool) -> Bool {
        switch node {
        case .symbol, .fenced: true
        case .scripts(let base, _, _): products && base.role == .ordinary
        case .root: products
        case .row(let nodes):
            nodes.isEmpty || products && nodes.allSatisfy { $0.role == .ordinary && isWhole($0.bare, products: true) }
        case .fraction, .table: false
        }
    }

    // MARK: Scripts

    private func scripts(
        _ base: FormulaNode, _ below: FormulaNode?, _ above: FormulaNode?
    ) throws(FormulaError) -> FormulaBox {
        let belowText = try below.map { node throws(FormulaError) in try small.box(node).rows[0] }
        let aboveText = try above.map { node throws(FormulaError) in try small.box(node).rows[0] }
        var box = try box(base)
        if isStacked, base.role == .limits {
            return FormulaBox.stacked(
                [aboveText.map { FormulaBox($0) }, box, belowText.map { FormulaBox($0) }].compactMap(\.self), base: box)
        }
        box = grouped(base, box)
        if !isStacked {
            let lower = belowText.map { FormulaScripts.lowered($0) ?? FormulaLayout.written("_", $0) } ?? ""
            let upper = aboveText.map { FormulaScripts.raised($0) ?? FormulaLayout.written("^", $0) } ?? ""
            return FormulaBox.beside([box, FormulaBox(lower + upper)])
        }
        let upper = aboveText.flatMap(FormulaScripts.raised)
        let lower = belowText.flatMap(FormulaScripts.lowered)
        guard box.rows.count > 1 || (upper == nil) != (aboveText == nil) || (lower == nil) != (belowText == nil) else {
            return FormulaBox.beside([box, FormulaBox((lower ?? "") + (upper ?? ""))])
        }
        return box.with(above: aboveText, raised: upper, below: belowText, lowered: lower)
    }

    /// A script that Unicode has no characters for.
    private static func written(_ mark: String, _ text: String) -> String {
        text.count == 1 ? mark + text : "\(mark)(\(text))"
    }

    // MARK: Fractions and roots

    private func fraction(_ above: FormulaNode, _ below: FormulaNode) throws(FormulaError) -> FormulaBox {
        if isStacked {
            let (upper, lower) = (try box(above), try box(below))
            let bar = FormulaBox(String(repeating: "─", count: max(1, upper.width, lower.width)))
            return FormulaBox.stacked([upper, bar, lower], base: bar)
        }
        let tight = FormulaLayout(isStacked: false, isCompact: true)
        let upper = grouped(above, try tight.box(above), products: true)
        // A product below the bar needs brackets, a single sign with scripts does not.
        let isSingle = if case .scripts = below.bare { true } else { false }
        let lower = grouped(below, try tight.box(below), products: isSingle)
        return FormulaBox.beside([upper, FormulaBox("/"), lower])
    }

    private func root(_ inside: FormulaNode, _ index: FormulaNode?) throws(FormulaError) -> FormulaBox {
        var sign = "√"
        if let index {
            let text = try small.box(index).rows[0]
            guard let raised = ["3": "", "4": ""][text] ?? FormulaScripts.raised(text) else {
                throw FormulaError(unknown: "\\sqrt[\(text)]")
            }
            sign = raised + (["3": "∛", "4": "∜"][text] ?? "√")
        }
        let box = try box(inside)
        guard box.rows.count > 1 else { return FormulaBox.beside([FormulaBox(sign), grouped(inside, box)]) }
        return box.underRoot(sign)
    }

    // MARK: Tables

    private func table(_ rows: [[FormulaNode]], _ columns: FormulaColumns) throws(FormulaError) -> FormulaBox {
        let count = rows.reduce(0) { max($0, $1.count) }
        guard rows.count <= FormulaBox.mostRows, count <= FormulaLayout.mostCells else {
            throw FormulaError(unknown: "a table of \(rows.count) rows and \(count) columns")
        }
        var cells: [[FormulaBox]] = []
        for row in rows {
            var boxes: [FormulaBox] = []
            for cell in row { boxes.append(try box(cell)) }
            cells.append(boxes)
        }
        guard isStacked else {
            let lines = cells.map { row in row.map { $0.rows[0] }.joined(separator: columns == .pairs ? " " : " ") }
            return FormulaBox(lines.joined(separator: "; "))
        }
        return FormulaBox.grid(cells, columns)
    }
}

/// A formula in Unicode.
package enum Formula {
    /// The formula as a part of a line; nil where it has something that one line of Unicode cannot show.
    package static func line(_ tex: String) -> String? {
        rows(tex, FormulaLayout(isStacked: false))?.first
    }

    /// The formula in one or several rows of equal meaning; nil where it has something unknown.
    package static func rows(_ tex: String) -> [String]? {
        rows(tex, FormulaLayout(isStacked: true))
    }

    private static func rows(_ tex: String, _ layout: FormulaLayout) -> [String]? {
        guard let node = try? FormulaParser.node(of: tex), let box = try? layout.box(node) else { return nil }
        let rows = box.rows.map { row in String(row.reversed().drop { $0 == " " }.reversed()) }
        let isBlank = rows.allSatisfy(\.isEmpty)
        return isBlank ? nil : rows
    }
}
