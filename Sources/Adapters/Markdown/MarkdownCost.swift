/// Upper bound of the cost of parsing a text, counted before the parser runs.
///
/// The parser takes quadratic time for some malicious texts: cmark-gfm 0.29 parses 64 KiB of alternating lines `a` and
/// `-|-` for half a minute, and a wide table with short rows fills the memory with empty cells. Bodies come from the
/// network, so these constructs are counted first. The counts may be too high, never too low.
struct MarkdownCost {
    /// Bytes of a text: a page of a deck has no more.
    static let bytes = 65_536
    /// Number of `[`, each of which may begin a link: at the limit parsing takes a tenth of a second.
    static let brackets = 2_000
    /// Number of `<?` and `<!`, for each of which the parser may search the whole text for the end.
    static let declarations = 256
    /// Number of lines that may be the rule below the head of a table. For each the parser may read the paragraph above
    /// it again.
    static let tableRules = 64
    /// Columns of a table: no terminal has space for more.
    static let columns = 64
    /// Cells of all tables, including the empty ones that complete short rows.
    static let cells = 20_000
    /// Levels of nested blocks and of nested marks; deeper levels become plain text. Reading and drawing are recursive.
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

    /// Whether the text may be parsed.
    var isAffordable: Bool {
        size <= MarkdownCost.bytes && bracketCount <= MarkdownCost.brackets
            && declarationCount <= MarkdownCost.declarations
    }

    /// Whether the text may be parsed with tables.
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

    /// Counts a line that may be the rule below a table's head: it ends in dashes, colons and bars. It may be part of a
    /// list or a quote.
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
