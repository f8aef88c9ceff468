/// A part of a formula.
indirect enum FormulaNode: Hashable, Sendable {
    /// A letter, a number, a sign or a word.
    case symbol(String, FormulaRole)
    case row([FormulaNode])
    case scripts(FormulaNode, below: FormulaNode?, above: FormulaNode?)
    case fraction(FormulaNode, FormulaNode)
    case root(FormulaNode, index: FormulaNode?)
    /// Brackets that are as high as the inside; empty for none.
    case fenced(String, FormulaNode, String)
    case table([[FormulaNode]], FormulaColumns)

    /// The node that stands alone in rows, or the node itself.
    var bare: FormulaNode {
        var node = self
        while case .row(let nodes) = node, nodes.count == 1 { node = nodes[0] }
        return node
    }

    /// Its place among others in a row.
    var role: FormulaRole {
        switch bare {
        case .symbol(_, let role): role
        case .scripts(let base, _, _): base.role
        case .fraction: .fraction
        case .row, .root, .fenced, .table: .ordinary
        }
    }
}

/// The way in which a part stands beside others.
enum FormulaRole: Hashable, Sendable {
    case ordinary
    /// A word such as `sin`.
    case function
    /// A sign whose scripts stand above and below it, such as a sum, or a word such as `lim`.
    case limits
    case integral
    case binary
    case relation
    case punctuation
    case opening
    case closing
    case space
    case fraction
}

/// Alignment of the columns of a table.
enum FormulaColumns: Hashable, Sendable {
    case centred
    case leading
    /// To the right and to the left by turns, with no gap between the two.
    case pairs
}

/// The reason why a formula cannot be written in Unicode.
struct FormulaError: Error, Hashable, Sendable {
    let unknown: String
}
