/// Reads TeX. Each token is read once; depth and length are bounded.
struct FormulaParser {
    private static let mostCharacters = 4_096
    /// Of rows and commands in each other.
    private static let mostDepth = 48

    private let tokens: [FormulaToken]
    private var place = 0
    private var depth = 0

    /// The rows of a formula, which `\\` separates: one node, a table where there are several.
    static func node(of text: String) throws(FormulaError) -> FormulaNode {
        guard text.utf8.count <= mostCharacters else {
            throw FormulaError(unknown: "more than \(mostCharacters) bytes")
        }
        var parser = FormulaParser(tokens: try FormulaToken.all(in: text))
        let rows = try parser.rows()
        if let token = parser.next { throw FormulaError(unknown: token.text) }
        if rows.count == 1, rows[0].count == 1 { return rows[0][0] }
        return .table(rows, .pairs)
    }

    private init(tokens: [FormulaToken]) {
        self.tokens = tokens
    }

    private var next: FormulaToken? { place < tokens.count ? tokens[place] : nil }

    private mutating func skipSpace() {
        while next == .space { place += 1 }
    }

    private mutating func expect(_ token: FormulaToken) throws(FormulaError) {
        skipSpace()
        guard next == token else { throw FormulaError(unknown: next?.text ?? "the end without \(token.text)") }
        place += 1
    }

    /// Counts the depth, which bounds the stack of all readers of the tree.
    private mutating func enter() throws(FormulaError) {
        guard depth < FormulaParser.mostDepth else { throw FormulaError(unknown: "parts in each other") }
        depth += 1
    }

    // MARK: Rows

    /// Cells between `&` and rows between `\\`, up to a token that ends them.
    private mutating func rows() throws(FormulaError) -> [[FormulaNode]] {
        var rows: [[FormulaNode]] = [[try row()]]
        while let token = next {
            if token == .command("\\") {
                place += 1
                rows.append([try row()])
            } else if token == .character("&") {
                place += 1
                rows[rows.count - 1].append(try row())
            } else {
                break
            }
        }
        // A `\\` at the end begins no row.
        if rows.count > 1, rows[rows.count - 1] == [.row([])] { rows.removeLast() }
        return rows
    }

    private mutating func row() throws(FormulaError) -> FormulaNode {
        try enter()
        defer { depth -= 1 }
        var nodes: [FormulaNode] = []
        while true {
            skipSpace()
            switch next {
            case nil, .character("}"), .character("&"), .command("\\"), .command("right"), .command("end"):
                return .row(nodes)
            default: nodes.append(try scripted())
            }
        }
    }

    /// An atom and its scripts.
    private mutating func scripted() throws(FormulaError) -> FormulaNode {
        var base = FormulaNode.row([])
        if next != .character("^"), next != .character("_") { base = try atom() }
        var below: FormulaNode?
        var above: [FormulaNode] = []
        while true {
            skipSpace()
            switch next {
            case .character("^"):
                place += 1
                above.append(try argument())
            case .character("_"):
                guard below == nil else { throw FormulaError(unknown: "two lower scripts") }
                place += 1
                below = try argument()
            case .character("'"):
                place += 1
                above.append(.symbol("′", .ordinary))
            case .command("limits"), .command("nolimits"): place += 1
            default:
                if below == nil, above.isEmpty { return base }
                return .scripts(base, below: below, above: above.isEmpty ? nil : .row(above))
            }
        }
    }

    /// The argument of a command: a group, a command, or one character.
    private mutating func argument() throws(FormulaError) -> FormulaNode {
        skipSpace()
        if case .character(let character)? = next, character.isNumber {
            place += 1
            return .symbol(String(character), .ordinary)
        }
        return try atom()
    }

    // MARK: Atoms

    private mutating func atom() throws(FormulaError) -> FormulaNode {
        guard let token = next else { throw FormulaError(unknown: "the end") }
        try enter()
        defer { depth -= 1 }
        place += 1
        switch token {
        case .space: return .row([])
        case .character("{"):
            let inside = try row()
            try expect(.character("}"))
            return inside
        case .character(let character):
            if character.isASCII, character.isNumber { return number(character) }
            guard let node = FormulaSymbols.node(of: character) else { throw FormulaError(unknown: token.text) }
            return node
        case .command(let name): return try command(name)
        }
    }

    private mutating func number(_ first: Character) -> FormulaNode {
        var text = String(first)
        while case .character(let character)? = next {
            let isPoint = character == "."
            if isPoint {
                guard place + 1 < tokens.count, case .character(let digit) = tokens[place + 1], digit.isNumber else {
                    break
                }
            } else if !character.isASCII || !character.isNumber {
                break
            }
            text.append(character)
            place += 1
        }
        return .symbol(text, .ordinary)
    }

    private mutating func command(_ name: String) throws(FormulaError) -> FormulaNode {
        if let symbol = FormulaSymbols.commands[name] { return symbol }
        if FormulaSymbols.ignored.contains(name) { return .row([]) }
        if let alphabet = FormulaAlphabet(rawValue: name) { return try letters(of: alphabet) }
        if let accent = FormulaSymbols.accents[name] { return try accented(by: accent, all: name.hasSuffix("line")) }
        switch name {
        case "frac", "dfrac", "tfrac", "cfrac": return .fraction(try argument(), try argument())
        case "binom", "dbinom", "tbinom":
            return .fenced("(", .table([[try argument()], [try argument()]], .centred), ")")
        case "sqrt": return try root()
        case "text", "textrm", "mathrm", "textit", "mathit", "mbox", "mathsf", "mathtt", "texttt", "textnormal":
            return .symbol(try word(), .ordinary)
        case "operatorname": return .symbol(try word(), .function)
        case "pmod":
            return .row([.symbol(" ", .space), .fenced("(", .row([FormulaSymbols.mod, try argument()]), ")")])
        case "left": return try fenced()
        case "middle": return .symbol(try delimiter(), .ordinary)
        case "begin": return try environment()
        case "not": return try negated()
        default: throw FormulaError(unknown: "\\" + name)
        }
    }

    private mutating func root() throws(FormulaError) -> FormulaNode {
        skipSpace()
        guard next == .character("[") else { return .root(try argument(), index: nil) }
        place += 1
        var index: [FormulaNode] = []
        while next != .character("]") { index.append(try scripted()) }
        place += 1
        return .root(try argument(), index: .row(index))
    }

    /// The text of a group as it is written.
    private mutating func word() throws(FormulaError) -> String {
        skipSpace()
        guard next == .character("{") else {
            guard case .character(let character)? = next, character.isLetter else {
                throw FormulaError(unknown: next?.text ?? "the end")
            }
            place += 1
            return String(character)
        }
        place += 1
        var text = ""
        while let token = next, token != .character("}") {
            switch token {
            case .space: text += " "
            case .character(let character) where character != "{" && character != "$": text.append(character)
            case .command(let name) where ["%", "&", "#", "_", "$", " "].contains(name): text += name
            default: throw FormulaError(unknown: token.text)
            }
            place += 1
        }
        try expect(.character("}"))
        return text
    }

    private mutating func letters(of alphabet: FormulaAlphabet) throws(FormulaError) -> FormulaNode {
        let text = try word()
        var mapped = ""
        for character in text {
            guard let letter = alphabet.letter(for: character) else {
                throw FormulaError(unknown: "\\\(alphabet.rawValue)")
            }
            mapped.append(letter)
        }
        return .symbol(mapped, .ordinary)
    }

    private mutating func accented(by mark: Unicode.Scalar, all: Bool) throws(FormulaError) -> FormulaNode {
        let inside = try argument()
        guard case .symbol(let text, let role) = inside.bare, all || text.count == 1 else {
            throw FormulaError(unknown: "an accent over several letters")
        }
        return .symbol(text.map { "\($0)\(Character(mark))" }.joined(), role)
    }

    private mutating func negated() throws(FormulaError) -> FormulaNode {
        guard case .symbol(let text, let role) = try argument(), text.count == 1 else {
            throw FormulaError(unknown: "\\not")
        }
        return .symbol(FormulaSymbols.negations[text] ?? text + "\u{338}", role)
    }

    // MARK: Brackets and tables

    private mutating func fenced() throws(FormulaError) -> FormulaNode {
        let left = try delimiter()
        let inside = try row()
        try expect(.command("right"))
        return .fenced(left, inside, try delimiter())
    }

    private mutating func delimiter() throws(FormulaError) -> String {
        skipSpace()
        defer { place += 1 }
        switch next {
        case .character("."): return ""
        case .character("<"): return "⟨"
        case .character(">"): return "⟩"
        case .character(let character) where "()[]|/".contains(character): return String(character)
        case .command(let name):
            guard case .symbol(let text, let role)? = FormulaSymbols.commands[name],
                role == .opening || role == .closing || ["|", "‖"].contains(text)
            else { throw FormulaError(unknown: "\\" + name) }
            return text
        default: throw FormulaError(unknown: next?.text ?? "the end")
        }
    }

    private mutating func environment() throws(FormulaError) -> FormulaNode {
        let name = try word()
        if name == "array" { _ = try word() }
        let bare = name.last == "*" ? String(name.dropLast()) : name
        let kinds: [String: (left: String, columns: FormulaColumns, right: String)] = [
            "matrix": ("", .centred, ""), "pmatrix": ("(", .centred, ")"), "bmatrix": ("[", .centred, "]"),
            "Bmatrix": ("{", .centred, "}"), "vmatrix": ("|", .centred, "|"), "Vmatrix": ("‖", .centred, "‖"),
            "smallmatrix": ("", .centred, ""), "array": ("", .centred, ""), "cases": ("{", .leading, ""),
            "aligned": ("", .pairs, ""), "align": ("", .pairs, ""), "split": ("", .pairs, ""),
            "gather": ("", .centred, ""), "gathered": ("", .centred, ""), "equation": ("", .centred, ""),
        ]
        guard let kind = kinds[bare] else { throw FormulaError(unknown: "\\begin{\(name)}") }
        let rows = try rows()
        try expect(.command("end"))
        guard try word() == name else { throw FormulaError(unknown: "\\end") }
        let table = FormulaNode.table(rows, kind.columns)
        return kind.left.isEmpty && kind.right.isEmpty ? table : .fenced(kind.left, table, kind.right)
    }
}
