/// Rewrites a deck that was written for another program into Riffle's own form, line by line.
///
/// Each line keeps its number, so that messages about it point into the file of its author.
package struct DialectReader {
    package let dialect: DeckDialect
    private(set) var lines: [SourceLine]
    /// Ideas that do not exist here, with the line of the first one and their number.
    private var ignored: [String: (line: Int, count: Int)] = [:]

    init(_ lines: [SourceLine]) {
        let deck = DeckLines(lines)
        dialect = DeckDialect(of: deck)
        self.lines = lines
        guard dialect == .riffle else {
            self.lines = frontMatter(deck.front) + body(deck)
            return
        }
        guard deck.text.contains(where: { $0.text.hasPrefix("<!-- incremental_lists:") }) else { return }
        var page = DialectPage(.riffle)
        page.read(deck.rest[...])
        self.lines = lines.prefix(lines.count - deck.rest.count) + page.lines
    }

    /// One warning for each idea that does not exist here.
    var warnings: [DeckWarning] {
        ignored.map { idea, place in
            let times = place.count == 1 ? "" : " (\(place.count) times)"
            return DeckWarning(line: place.line, text: "\(dialect.rawValue): \(idea)\(times), ignored")
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
    /// Keys that are known here, by the names that other programs have for them.
    private static let keys = [
        "title": "title", "subtitle": "subtitle", "sub_title": "subtitle", "author": "author", "date": "date",
        "event": "event", "duration": "duration",
    ]

    private mutating func frontMatter(_ front: [SourceLine]) -> [SourceLine] {
        guard let first = front.first else { return [] }
        var kept: [SourceLine] = []
        for line in front {
            guard let (key, value) = line.setting else { continue }
            if key == "theme", Theme(value) != nil {
                kept.append(line)
            } else if let known = DialectReader.keys[key], !value.isEmpty {
                kept.append(line.replaced(by: "\(known): \(value)"))
            } else if !["marp", "patat", "class", "layout", "theme", "transition"].contains(key) {
                ignore("settings of the front matter", at: line)
            }
        }
        let divider = SourceLine(number: max(1, first.number - 1), text: "---")
        return kept.isEmpty ? [] : [divider] + kept + [divider]
    }
}

// MARK: Body

extension DialectReader {
    private mutating func body(_ deck: DeckLines) -> [SourceLine] {
        var settings = dialect == .slidev ? deck.front : []
        let isBuilt = deck.front.contains { $0.text.trimmed == "incrementalLists: true" }
        var lines: [SourceLine] = []
        for source in withDividers(deck.rest) {
            // Settings of a page stand between dividers of their own.
            if dialect == .slidev, !source.isEmpty, source.contains(where: { $0.setting != nil }),
                source.allSatisfy({ $0.isSettingOrNested && !$0.isBlank })
            {
                settings = Array(source)
                continue
            }
            var page = DialectPage(dialect, settings: settings, buildsLists: isBuilt)
            page.read(source)
            settings = []
            for (idea, line) in page.ignored { ignore(idea, at: line) }
            // A mark at the very end of a deck divides nothing.
            let isEmpty = dialect == .presenterm && page.lines.allSatisfy(\.isBlank)
            guard !page.isHidden, !isEmpty else { continue }
            if !lines.isEmpty { lines.append(SourceLine(number: source.first?.number ?? 1, text: "---")) }
            lines += page.lines
        }
        return lines
    }

    /// The lines of each page.
    private func withDividers(_ lines: [SourceLine]) -> [ArraySlice<SourceLine>] {
        let isCode = DialectReader.code(in: lines)
        func ends(_ place: Int) -> Bool {
            let line = lines[place]
            guard !isCode[place] else { return false }
            let isAlone = (place == 0 || lines[place - 1].isBlank)
            switch dialect {
            case .presenterm: return line.text.trimmed == "<!-- end_slide -->"
            case .reveal: return isAlone && (line.isDivider || line.text == "--")
            default: return line.isDivider
            }
        }
        let ends = lines.indices.filter(ends)
        if ends.isEmpty, dialect == .patat || dialect == .lookatme { return pagesAtHeadings(lines, isCode) }
        var pages: [ArraySlice<SourceLine>] = []
        var start = 0
        for end in ends {
            pages.append(lines[start..<end])
            start = end + 1
        }
        return pages + [lines[start...]]
    }

    /// A page for each heading of the upper level.
    private func pagesAtHeadings(_ lines: [SourceLine], _ isCode: [Bool]) -> [ArraySlice<SourceLine>] {
        let places = lines.indices.filter { !isCode[$0] && lines[$0].heading != nil }
        let levels = places.map { lines[$0].text.prefix { $0 == "#" }.count }
        guard let upper = levels.min() else { return [lines[...]] }
        let starts = zip(places, levels).filter { $0.1 == upper }.map(\.0)
        let ends = starts.dropFirst() + [lines.endIndex]
        let front = lines[..<(starts.first ?? 0)]
        return (front.allSatisfy(\.isBlank) ? [] : [front]) + zip(starts, ends).map { lines[$0..<$1] }
    }

    /// Whether each line is in fenced code, its fences included.
    static func code(in lines: [SourceLine]) -> [Bool] {
        var fence: Fence?
        return lines.map { line in
            if let open = fence {
                if open.isClosed(by: line.text) { fence = nil }
                return true
            }
            fence = Fence(opening: line.text)
            return fence != nil
        }
    }
}
