import PagingEngine

/// The block of `key: value` lines at the very start of a deck, between two lines of `---`.
///
/// Only the keys that a plain deck uses are read, each on one line. Anything else, such as nested YAML, is reported once
/// and ignored. A line of `...` ends the block too.
struct FrontMatter {
    private(set) var settings = DeckSettings()
    private(set) var preset: Preset?
    private(set) var duration: Duration?

    private static let keys = [
        "title", "subtitle", "author", "date", "event", "theme", "preset", "duration",
    ]

    /// Removes the block from the start of `lines`, and removes nothing when there is no block.
    init(takenFrom lines: inout ArraySlice<SourceLine>, warnings: inout [DeckWarning]) {
        guard let first = lines.first, first.isDivider else { return }
        let rest = lines.dropFirst()
        let end = rest.firstIndex { $0.isDivider || $0.text == "..." }
        let block: ArraySlice<SourceLine>
        if let open = FrontMatter.unclosed(rest[..<(end ?? rest.endIndex)], hasEnd: end != nil) {
            warnings.append(
                DeckWarning(line: first.number, text: "front matter without its end: expected a line `---`"))
            block = open
            lines = rest[open.endIndex...]
        } else if let end {
            block = rest[..<end]
            lines = rest[(end + 1)...]
        } else {
            return
        }
        var unknown: [(key: String, line: Int)] = []
        var isNestedKnown = true
        for line in block { read(line, &unknown, &isNestedKnown, &warnings) }
        warn(unknown, &warnings)
    }

    /// The lines that are front matter although no line ends it: `key: value` lines up to a blank line that other text
    /// follows. Nil when `lines` do not begin like front matter, or hold nothing else.
    ///
    /// - Parameter hasEnd: whether the lines end at a divider; then comments, lists and nested lines between entries are
    ///   front matter, too.
    private static func unclosed(_ lines: ArraySlice<SourceLine>, hasEnd: Bool) -> ArraySlice<SourceLine>? {
        guard let first = lines.first, isEntry(first.text) else { return nil }
        guard let blank = lines.firstIndex(where: \.isBlank) else { return nil }
        let following = lines[blank...].filter { !$0.isBlank }.map(\.text)
        guard let text = following.first, !isEntry(text), text.first?.isWhitespace == false else { return nil }
        let isYAML = following.allSatisfy { isEntry($0) || $0.first?.isWhitespace == true || "#-".contains($0.first!) }
        if hasEnd, isYAML, following.contains(where: isEntry) { return nil }
        return lines[..<blank]
    }

    /// Whether the text is a key, a colon, and nothing or a space after it.
    private static func isEntry(_ text: Substring) -> Bool {
        let key = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
        let rest = text[key.endIndex...]
        return key.first?.isLetter == true && rest.first == ":" && (rest.count == 1 || rest.dropFirst().first == " ")
    }

    /// One warning for all unknown keys.
    private func warn(_ unknown: [(key: String, line: Int)], _ warnings: inout [DeckWarning]) {
        guard let first = unknown.first else { return }
        let names = unknown.map { "`\($0.key)`" }.joined(separator: ", ")
        let nearest = unknown.count == 1 ? Spelling.nearest(to: first.key, among: FrontMatter.keys) : nil
        let meant = nearest.map { "did you mean `\($0)`? " } ?? ""
        let noun = unknown.count == 1 ? "key" : "keys"
        let text =
            "unknown front-matter \(noun) \(names), ignored (\(meant)known: \(FrontMatter.keys.joined(separator: ", ")))"
        warnings.append(DeckWarning(line: first.line, text: text))
    }

    /// - Parameter isNestedKnown: whether a nested line is reported already, or belongs to a key that is.
    private mutating func read(
        _ line: SourceLine, _ unknown: inout [(key: String, line: Int)], _ isNestedKnown: inout Bool,
        _ warnings: inout [DeckWarning]
    ) {
        guard !line.isBlank, line.text.first != "#" else { return }
        let isNested = line.text.first?.isWhitespace == true || line.text.hasPrefix("-")
        guard let colon = line.text.firstIndex(of: ":"), !isNested else {
            let text = isNested ? "nested YAML is not supported here, ignored" : "expected `key: value`; ignored"
            if !isNested || !isNestedKnown { warnings.append(DeckWarning(line: line.number, text: text)) }
            isNestedKnown = isNested
            return
        }
        isNestedKnown = false
        let key = line.text[..<colon].trimmed
        let rest = line.text[line.text.index(after: colon)...]
        let value = FrontMatter.value(rest)
        do throws(UnknownWord) {
            switch key {
            case "title": settings.title = value
            case "subtitle": settings.subtitle = value
            case "author": settings.author = value
            case "date": settings.date = value
            case "event": settings.event = value
            case "theme": settings.theme = value
            case "preset": preset = try Preset(words: value)
            case "duration":
                duration = Duration(words: value)
                guard duration == nil else { return }
                warn("expected a duration such as 30m or 1h15m, got `\(value)`; ignored", at: rest, of: line, &warnings)
            default:
                unknown.append((key, line.number))
                isNestedKnown = true
            }
        } catch {
            warn(error.description, at: rest, of: line, &warnings)
        }
    }

    /// Adds a warning for the first character of `part` that is not blank.
    private func warn(_ text: String, at part: Substring, of line: SourceLine, _ warnings: inout [DeckWarning]) {
        let start = part.firstIndex { !$0.isWhitespace } ?? part.startIndex
        let column = line.text[..<start].count + 1
        warnings.append(DeckWarning(line: line.number, column: column, text: text))
    }

    /// The plain or quoted value in `text`, without the comment that may follow it.
    private static func value(_ text: Substring) -> String {
        let trimmed = text.trimmed
        guard let quote = trimmed.first, quote == "\"" || quote == "'" else {
            guard let comment = trimmed.firstRange(of: " #") else { return trimmed }
            return trimmed[..<comment.lowerBound].trimmed
        }
        let inside = trimmed.dropFirst()
        guard let end = inside.firstIndex(of: quote) else { return trimmed }
        return String(inside[..<end])
    }
}

extension Duration {
    /// The longest duration a deck may state, in seconds.
    private static let mostSeconds: Int64 = 24 * 3_600

    /// Reads hours, minutes and seconds with their units, such as `30m`, `1h15m` or `90s`.
    ///
    /// The result is nil for any other text, for an empty text, for zero and for more than a day.
    package init?(words: String) {
        var seconds: Int64 = 0
        var rest = words.filter { $0 != " " }[...]
        for (unit, worth) in [("h", Int64(3_600)), ("m", 60), ("s", 1)] {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard rest[digits.endIndex...].first.map(String.init) == unit else { continue }
            guard let number = Int64(digits), number <= Duration.mostSeconds else { return nil }
            seconds += number * worth
            rest = rest[digits.endIndex...].dropFirst()
        }
        guard rest.isEmpty, seconds > 0, seconds <= Duration.mostSeconds else { return nil }
        self = .seconds(seconds)
    }
}
