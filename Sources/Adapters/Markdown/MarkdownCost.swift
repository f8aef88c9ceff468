/// What reading a text may cost, counted before it is read.
///
/// The parser takes time with the square of the text for some texts nobody writes: 64 KiB of `a`, `-|-`, line by line,
/// keep cmark-gfm 0.29 busy for half a minute, and a wide table with short rows fills the memory with empty cells.
/// Bodies come over the network, so each of these is counted first. The counts may be too high, never too low.
struct MarkdownCost {
    /// Bytes of a text: a page of a deck has no more.
    static let bytes = 65_536
    /// `[` and `!` together with what they could close: at the limit a tenth of a second.
    static let brackets = 2_000
    /// `<?` and `<!`, each of which may look for its end in all of the text.
    static let declarations = 256
    /// Lines that could stand below the head of a table; each may have the paragraph above it read again.
    static let tableRules = 64
    /// Columns of a table: more fit no terminal.
    static let columns = 64
    /// Cells of all tables, the empty ones that fill up short rows among them.
    static let cells = 20_000
    /// Blocks within blocks, and marks within marks: what lies deeper is shown as text. The reader goes down by
    /// recursion, and so does whoever draws.
    static let depth = 16

    private var size = 0
    private var bracketCount = 0
    private var declarationCount = 0
    private var tableRuleCount = 0
    private var widestRule = 0
    private var lineCount = 0

    init(of text: String) {
        size = text.utf8.count
        guard size <= MarkdownCost.bytes else { return }
        let newline = UInt8(ascii: "\n")
        for line in text.utf8.split(whereSeparator: { $0 == newline || $0 == UInt8(ascii: "\r") }) {
            lineCount += 1
            count(line)
        }
    }

    /// Whether the text can be read at all.
    var isAffordable: Bool {
        size <= MarkdownCost.bytes && bracketCount <= MarkdownCost.brackets
            && declarationCount <= MarkdownCost.declarations
    }

    /// Whether tables can be looked for in it.
    var hasAffordableTables: Bool {
        tableRuleCount <= MarkdownCost.tableRules && widestRule <= MarkdownCost.columns
            && widestRule * lineCount <= MarkdownCost.cells
    }

    private mutating func count(_ line: Substring.UTF8View) {
        var last: UInt8 = 0
        for byte in line {
            switch byte {
            case UInt8(ascii: "["): bracketCount += 1
            case UInt8(ascii: "?"), UInt8(ascii: "!"): declarationCount += last == UInt8(ascii: "<") ? 1 : 0
            default: break
            }
            last = byte
        }
        countTableRule(line)
    }

    /// A line that ends in dashes, colons and bars may be the rule below a table's head, whatever list or quote it
    /// stands in.
    private mutating func countTableRule(_ line: Substring.UTF8View) {
        var (bars, dashes, colons) = (0, 0, 0)
        for byte in line.reversed() {
            switch byte {
            case UInt8(ascii: "|"): bars += 1
            case UInt8(ascii: "-"): dashes += 1
            case UInt8(ascii: ":"): colons += 1
            case UInt8(ascii: " "), 0x09, 0x0B, 0x0C: break
            default:
                guard dashes > 0, bars + colons > 0 else { return }
                return addTableRule(bars)
            }
        }
        if dashes > 0, bars + colons > 0 { addTableRule(bars) }
    }

    private mutating func addTableRule(_ bars: Int) {
        tableRuleCount += 1
        widestRule = max(widestRule, bars + 1)
    }
}
