/// The settings of front matter as a tree: the part of YAML 1.2 that front matter uses.
///
/// Mappings and lists by their indentation, `[a, b]` and `{a: b}`, quoted texts, texts of several lines and comments are
/// read. Core modules take no parser of YAML, and decks need a lenient one: `title: Swift: a talk` is no YAML, and a line
/// that cannot be read must not take the others with it. Each line is read once; values are bounded by the deck.
struct FrontMatterTree {
    indirect enum SettingValue {
        /// A text in one line; line ends have become blanks.
        case text(String)
        case list([SettingValue])
        case map([SettingEntry])
    }

    struct SettingEntry {
        let key: String
        let node: SettingValue
        let line: Int
        /// The column of the value, from 1.
        let column: Int
    }

    /// Deeper values are left out: no deck has them.
    private static let mostDepth = 12

    private(set) var entries: [SettingEntry] = []
    private(set) var warnings: [DeckWarning] = []

    private let lines: [SourceLine]
    /// The index of the next line to read.
    private var place = 0

    init(_ lines: some Sequence<SourceLine>) {
        self.lines = lines.filter { !$0.isBlank && $0.text.trimmed.first != "#" }
        entries = readMap(indent: 0, depth: 0)
    }

    private var next: SourceLine? { place < lines.count ? lines[place] : nil }

    private static func indent(of line: SourceLine) -> Int { line.text.prefix(while: \.isWhitespace).count }

    /// Whether the line, without its indentation, is an item of a list.
    private static func isItem(_ line: SourceLine) -> Bool {
        let text = line.text.drop(while: \.isWhitespace)
        return text == "-" || text.hasPrefix("- ")
    }

    private mutating func warn(_ text: String, at line: SourceLine) {
        warnings.append(DeckWarning(line: line.number, text: text))
    }

    /// Reads the entries of a mapping at this indentation.
    private mutating func readMap(indent: Int, depth: Int) -> [SettingEntry] {
        var entries: [SettingEntry] = []
        while let line = next {
            let own = FrontMatterTree.indent(of: line)
            guard own >= indent else { break }
            place += 1
            guard own == indent, let (key, value) = FrontMatterTree.entry(line.text) else {
                // Below a key that means nothing here, one warning for the key is enough.
                if depth == 0 { warn("expected `key: value`; ignored", at: line) }
                skip(deeperThan: own)
                continue
            }
            let start = value.firstIndex { !$0.isWhitespace } ?? value.startIndex
            let column = line.text[..<start].count + 1
            let node = readValue(value, indent: indent, depth: depth)
            entries.append(SettingEntry(key: key, node: node, line: line.number, column: column))
        }
        return entries
    }

    /// The key of a line, and the text after its colon; nil for other lines.
    private static func entry(_ line: Substring) -> (key: String, value: Substring)? {
        let text = line.drop(while: \.isWhitespace)
        let key = text.prefix { $0.isLetter || $0.isNumber || "_-.$".contains($0) }
        guard !key.isEmpty, text[key.endIndex...].first == ":" else { return nil }
        return (String(key), text[key.endIndex...].dropFirst())
    }

    private mutating func skip(deeperThan indent: Int) {
        while let line = next, FrontMatterTree.indent(of: line) > indent { place += 1 }
    }

    /// Reads a value that begins with `text` and may go on in the next lines.
    private mutating func readValue(_ text: Substring, indent: Int, depth: Int) -> SettingValue {
        let text = FrontMatterTree.withoutComment(text)
        guard depth < FrontMatterTree.mostDepth else {
            skip(deeperThan: indent)
            return .text("")
        }
        switch text.first {
        case nil: return readBelow(indent: indent, depth: depth)
        case "|", ">":
            guard text.dropFirst().allSatisfy({ "+-0123456789".contains($0) }) else { return readPlain(text, indent) }
            return readPlain("", indent, isBlock: true)
        case "[", "{":
            var flow = FlowReader(text + readRest(of: text, indent: indent))
            return flow.read(depth: depth)
        case "\"", "'":
            var flow = FlowReader(text)
            let read = flow.read(depth: depth)
            skip(deeperThan: indent)
            return read
        default: return readPlain(text, indent)
        }
    }

    /// The following lines as long as brackets are open.
    private mutating func readRest(of text: String, indent: Int) -> String {
        var rest = ""
        var open = FlowReader.openBrackets(text)
        while open > 0, let line = next, FrontMatterTree.indent(of: line) > indent || "]}".contains(line.text.first!) {
            place += 1
            let more = FrontMatterTree.withoutComment(line.text)
            open += FlowReader.openBrackets(more)
            rest += " " + more
        }
        return rest
    }

    /// A text with the deeper lines below it, in one line. Settings below a text are a mistake, and left out; in a block all
    /// lines are text.
    private mutating func readPlain(_ text: String, _ indent: Int, isBlock: Bool = false) -> SettingValue {
        var parts = text.isEmpty ? [] : [text]
        while let line = next, FrontMatterTree.indent(of: line) > indent {
            if isBlock || FrontMatterTree.entry(line.text) == nil { parts.append(line.text.trimmed) }
            place += 1
        }
        return .text(parts.joined(separator: " "))
    }

    /// The value of a key without one in its line: what stands deeper below it, or a list below it.
    private mutating func readBelow(indent: Int, depth: Int) -> SettingValue {
        guard let line = next else { return .text("") }
        let own = FrontMatterTree.indent(of: line)
        if FrontMatterTree.isItem(line), own >= indent { return .list(readList(indent: own, depth: depth + 1)) }
        guard own > indent else { return .text("") }
        guard FrontMatterTree.entry(line.text) != nil else { return readPlain("", indent) }
        return .map(readMap(indent: own, depth: depth + 1))
    }

    /// Reads the items of a list at this indentation.
    private mutating func readList(indent: Int, depth: Int) -> [SettingValue] {
        var items: [SettingValue] = []
        while let line = next, FrontMatterTree.indent(of: line) == indent, FrontMatterTree.isItem(line) {
            place += 1
            let text = line.text.drop(while: \.isWhitespace).dropFirst()
            let bare = text.drop(while: \.isWhitespace)
            guard let (key, value) = FrontMatterTree.entry(bare), value.isEmpty || value.first == " " else {
                items.append(readValue(text, indent: indent, depth: depth))
                continue
            }
            // The first entry of a mapping stands beside the mark of its item.
            let inner = line.text.count - bare.count
            let column = line.text.count - value.drop(while: \.isWhitespace).count + 1
            let node = readValue(value, indent: inner, depth: depth + 1)
            let first = SettingEntry(key: key, node: node, line: line.number, column: column)
            items.append(.map([first] + readMap(indent: inner, depth: depth + 1)))
        }
        return items
    }

    /// The text without the comment behind it and without blanks at its ends. A mark within quotes is text.
    private static func withoutComment(_ text: Substring) -> String {
        let trimmed = text.trimmed
        guard trimmed.contains("#") else { return trimmed }
        var quote: Character?
        var last: Character = " "
        for place in trimmed.indices {
            let character = trimmed[place]
            if let open = quote {
                if character == open, last != "\\" || open == "'" { quote = nil }
            } else if "\"'".contains(character), " [{,:'".contains(last) {
                quote = character
            } else if character == "#", last == " " {
                return trimmed[..<place].trimmed
            }
            last = character
        }
        return trimmed
    }
}
