/// Rewrites a deck that was written for another program into Riffle's own form, line by line.
///
/// Each line keeps its number, so that messages about it point into the file of its author.
package struct DialectReader {
    package let dialect: DeckDialect
    private(set) var lines: [SourceLine]
    /// Ideas that do not exist here, with the line of the first one and their number.
    private var ignored: [String: (line: Int, count: Int)] = [:]

    /// Whether the items of all lists come one after the other.
    private let buildsLists: Bool
    /// Whether `---` ends a page of presenterm's, too.
    private let hasRuleDividers: Bool

    init(_ lines: [SourceLine]) {
        let deck = DeckLines(lines)
        let settings = FrontMatterTree(deck.front).settings
        func isSet(_ key: String) -> Bool { settings.last { $0.key == key }?.value == "true" }
        dialect = DeckDialect(of: deck)
        buildsLists = isSet("incremental_lists")
        hasRuleDividers = isSet("end_slide_shorthand")
        self.lines = lines
        guard dialect == .riffle else {
            self.lines = frontMatter(settings, after: deck.front.first) + body(deck)
            return
        }
        let isPlain =
            !buildsLists && !deck.starts.contains(where: deck.hasPageSettings)
            && !deck.text.contains { $0.text.hasPrefix("<!-- incremental_lists:") }
        if !isPlain { self.lines = lines.prefix(lines.count - deck.rest.count) + body(deck) }
    }

    /// One warning for each idea that does not exist here.
    var warnings: [DeckWarning] {
        ignored.map { idea, place in
            let times = place.count == 1 ? "" : " (\(place.count) times)"
            let text =
                dialect == .riffle
                ? "there are no \(idea) here\(times), ignored" : "\(dialect.rawValue): \(idea)\(times), ignored"
            return DeckWarning(line: place.line, text: text)
        }.sorted { ($0.line, $0.text) < ($1.line, $1.text) }
    }

    /// The deck in Riffle's own form.
    package static func converted(_ text: String) -> (dialect: DeckDialect, text: String, warnings: [DeckWarning]) {
        let reader = DialectReader(SourceLine.lines(of: text))
        let lines = reader.lines.map { String($0.text) }
        return (reader.dialect, lines.joined(separator: "\n"), reader.warnings)
    }

    private mutating func ignore(_ idea: String, at line: SourceLine) {
        ignored[idea] = (ignored[idea]?.line ?? line.number, (ignored[idea]?.count ?? 0) + 1)
    }
}

// MARK: Front matter

extension DialectReader {
    /// Settings that are kept, by their names here.
    private static let kept = ["title", "subtitle", "author", "date", "event", "duration", "footer"]
    /// Settings that are carried out by reading, and those that say how pages look elsewhere.
    private static let read = [
        "incremental_lists", "end_slide_shorthand", "marp", "patat", "class", "_class", "layout", "transition",
        "revealoptions",
    ]

    private mutating func frontMatter(_ settings: [FrontMatterSetting], after first: SourceLine?) -> [SourceLine] {
        guard let first else { return [] }
        var lines: [SourceLine] = []
        for setting in settings {
            let key = setting.key.lowercased()
            let line = SourceLine(number: setting.line, text: setting.text[...])
            if key == "theme", let name = setting.value {
                // A path leads to a file that only the other program reads.
                let isPath = name.contains { ".#/@".contains($0) }
                if Theme(name) != nil { lines.append(line) } else if !isPath { ignore("theme `\(name)`", at: line) }
            } else if DialectReader.kept.contains(key) {
                if setting.value?.isEmpty == false { lines.append(line) }
            } else if !DialectReader.read.contains(key), !key.hasPrefix("patat.") {
                ignore("settings of the front matter", at: line)
            }
        }
        let divider = SourceLine(number: max(1, first.number - 1), text: "---")
        return lines.isEmpty ? [] : [divider] + lines + [divider]
    }
}

// MARK: Body

extension DialectReader {
    private mutating func body(_ deck: DeckLines) -> [SourceLine] {
        // Slidev's first page has those of the front matter, and Marp's those with a mark.
        var settings =
            dialect == .slidev ? deck.front[...] : deck.front.filter { dialect == .marp && $0.text.hasPrefix("_") }[...]
        var lines: [SourceLine] = []
        var hasPage = false
        for source in withDividers(deck.rest) {
            // Settings of a page stand between dividers of their own.
            if isSettings(source) {
                settings = source
                continue
            }
            var page = DialectPage(dialect, settings: Array(settings), buildsLists: buildsLists)
            page.read(source)
            settings = []
            for (idea, line) in page.ignored { ignore(idea, at: line) }
            // A mark at the very end of a deck divides nothing.
            let isEmpty = dialect == .presenterm && page.lines.allSatisfy(\.isBlank)
            guard !page.isHidden, !isEmpty else { continue }
            if hasPage, source.startIndex > 0 {
                lines.append(SourceLine(number: deck.rest[source.startIndex - 1].number, text: "---"))
            }
            lines += page.lines
            hasPage = dialect == .riffle || !lines.isEmpty
        }
        guard dialect == .riffle, let first = settings.first else { return lines }
        // At the end of a deck they are the text of a page.
        return lines + (hasPage ? [SourceLine(number: first.number - 1, text: "---")] : []) + settings
    }

    private func isSettings(_ source: ArraySlice<SourceLine>) -> Bool {
        switch dialect {
        case .slidev:
            source.contains { $0.setting != nil } && source.allSatisfy { $0.isSettingOrNested && !$0.isBlank }
        case .riffle: DeckLines.isPageSettings(source)
        default: false
        }
    }

    /// The lines of each page.
    private func withDividers(_ lines: [SourceLine]) -> [ArraySlice<SourceLine>] {
        let kinds = TextReader.read(lines)
        func ends(_ place: Int) -> Bool {
            let line = lines[place]
            guard kinds[place] == .text else { return false }
            let isAlone = (place == 0 || lines[place - 1].isBlank)
            switch dialect {
            case .presenterm:
                return line.text.trimmed == "<!-- end_slide -->" || hasRuleDividers && isAlone && line.isDivider
            // reveal-md divides pages one below the other by `----`.
            case .reveal: return isAlone && ["---", "--", "----"].contains(line.text)
            default: return line.isDivider
            }
        }
        let ends = lines.indices.filter(ends)
        if ends.isEmpty, dialect == .patat || dialect == .lookatme { return pagesAtHeadings(lines, kinds) }
        var pages: [ArraySlice<SourceLine>] = []
        var start = 0
        for end in ends {
            pages.append(lines[start..<end])
            start = end + 1
        }
        return pages + [lines[start...]]
    }

    /// A page for each heading of the upper level.
    private func pagesAtHeadings(
        _ lines: [SourceLine], _ kinds: [TextReader.LineKind]
    ) -> [ArraySlice<SourceLine>] {
        let places = lines.indices.filter { kinds[$0] == .text && lines[$0].heading != nil }
        let levels = places.map { lines[$0].text.prefix { $0 == "#" }.count }
        guard let upper = levels.min() else { return [lines[...]] }
        let starts = zip(places, levels).filter { $0.1 == upper }.map(\.0)
        let ends = starts.dropFirst() + [lines.endIndex]
        let front = lines[..<(starts.first ?? 0)]
        return (front.allSatisfy(\.isBlank) ? [] : [front]) + zip(starts, ends).map { lines[$0..<$1] }
    }
}
