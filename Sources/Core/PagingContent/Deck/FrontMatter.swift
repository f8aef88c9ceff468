import PagingEngine

/// The settings at the very start of a deck, between two lines of `---`.
///
/// Only the keys that a deck uses here are read (`FrontMatterTree`); all others are reported once and ignored. A line of
/// `...` ends the block too.
struct FrontMatter {
    private(set) var settings = DeckSettings()
    private(set) var preset: Preset?
    private(set) var duration: Duration?

    private static let keys = [
        "title", "subtitle", "author", "date", "event", "theme", "preset", "duration", "footer", "incremental_lists",
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
        let tree = FrontMatterTree(block)
        warnings += tree.warnings
        var unknown: [FrontMatterSetting] = []
        for setting in tree.settings {
            if FrontMatter.keys.contains(setting.key) { read(setting, &warnings) } else { unknown.append(setting) }
        }
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
    private func warn(_ unknown: [FrontMatterSetting], _ warnings: inout [DeckWarning]) {
        guard let first = unknown.first else { return }
        let names = unknown.map { "`\($0.key)`" }.joined(separator: ", ")
        let nearest = unknown.count == 1 ? Spelling.nearest(to: first.key, among: FrontMatter.keys) : nil
        let meant = nearest.map { "did you mean `\($0)`? " } ?? ""
        let noun = unknown.count == 1 ? "key" : "keys"
        let text =
            "unknown front-matter \(noun) \(names), ignored (\(meant)known: \(FrontMatter.keys.joined(separator: ", ")))"
        warnings.append(DeckWarning(line: first.line, text: text))
    }

    private mutating func read(_ setting: FrontMatterSetting, _ warnings: inout [DeckWarning]) {
        func warn(_ text: String) {
            warnings.append(DeckWarning(line: setting.line, column: setting.column, text: text))
        }
        guard let value = setting.value else {
            return warn("expected one text for `\(setting.key)`, got a list or a mapping; ignored")
        }
        do throws(UnknownWord) {
            switch setting.key {
            case "title": settings.title = value
            case "subtitle": settings.subtitle = value
            case "author": settings.author = value
            case "date": settings.date = value
            case "event": settings.event = value
            case "theme": settings.theme = value
            case "preset": preset = try Preset(words: value)
            case "footer":
                if let objection = PageFooter.objection(to: value) { warn(objection) }
                settings.footer = value
            case "incremental_lists":
                // The reader of lines has carried it out.
                if value != "true", value != "false" { warn("expected true or false, got `\(value)`; ignored") }
            default:
                duration = Duration(words: value)
                guard duration == nil else { return }
                warn("expected a duration such as 30m or 1h15m, got `\(value)`; ignored")
            }
        } catch {
            warn(error.description)
        }
    }
}

extension Duration {
    /// The longest duration a deck may state, in seconds.
    private static let mostSeconds: Int64 = 24 * 3_600

    /// Reads hours, minutes and seconds with their units, such as `30m`, `30min`, `1h15m` or `90s`.
    ///
    /// The result is nil for any other text, for an empty text, for zero and for more than a day.
    package init?(words: String) {
        var seconds: Int64 = 0
        var rest = words.filter { $0 != " " }[...]
        for (units, worth) in [(["h"], Int64(3_600)), (["m", "min"], 60), (["s"], 1)] {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            let unit = rest[digits.endIndex...].prefix(while: \.isLetter)
            guard units.contains(String(unit)) else { continue }
            guard let number = Int64(digits), number <= Duration.mostSeconds else { return nil }
            seconds += number * worth
            rest = rest[unit.endIndex...]
        }
        guard rest.isEmpty, seconds > 0, seconds <= Duration.mostSeconds else { return nil }
        self = .seconds(seconds)
    }
}
