/// A program that decks are written for.
package enum DeckDialect: String, Hashable, Sendable, CaseIterable {
    case riffle
    case presenterm
    case slidev = "Slidev"
    case marp = "Marp"
    case reveal = "reveal.js"
    case patat
    case lookatme
    case slides
    case remark
    case deckset = "Deckset"

    /// Recognises the program by marks that no other one gives a meaning.
    init(of deck: DeckLines) {
        let front = Set(deck.front.compactMap { $0.setting?.key })
        func hasLine(_ test: (Substring) -> Bool) -> Bool { deck.text.contains { test($0.text) } }
        func has(_ mark: String) -> Bool { hasLine { $0.contains(mark: mark) } }
        if front.contains("marp") {
            self = .marp
        } else if has("<!-- end_slide -->") || front.contains("sub_title")
            || deck.front.contains(where: { $0.text.contains("end_slide_shorthand") })
        {
            self = .presenterm
        } else if has("<v-click") || hasLine({ $0.trimmed == "::right::" })
            || !front.isDisjoint(with: DeckDialect.slidevKeys)
        {
            self = .slidev
        } else if has("<!-- .slide:") || has("<!-- .element:") || front.contains("revealoptions")
            || deck.text.contains(where: { !$0.text.hasPrefix("    ") && $0.text.notesAside != nil })
        {
            self = .reveal
        } else if front.contains("patat") || hasLine({ $0.trimmed == ". . ." }) {
            self = .patat
        } else if has("<!-- stop -->") || !front.isDisjoint(with: ["styles", "extensions"]) {
            self = .lookatme
        } else if front.contains("paging") {
            self = .slides
        } else if hasLine({ $0.hasPrefix("[.") && $0.contains(": ") }) || has("# [fit]") {
            self = .deckset
        } else if hasLine({ $0 == "???" })
            || deck.starts.contains(where: { DeckDialect.isRemark(deck.text[$0]) && !deck.hasPageSettings(at: $0) })
        {
            self = .remark
        } else {
            self = .riffle
        }
    }

    private static func isRemark(_ line: SourceLine) -> Bool {
        ["class", "template", "name", "layout"].contains(line.setting?.key)
    }

    private static let slidevKeys: Set<String> = [
        "transition", "mdc", "highlighter", "drawings", "layout", "colorschema", "canvaswidth", "aspectratio", "clicks",
    ]
}

/// The lines of a deck: its front matter, and the rest with the code in it told apart.
struct DeckLines {
    /// Lines between the first two dividers, where these are settings.
    let front: [SourceLine]
    /// Lines after the front matter.
    let rest: [SourceLine]
    /// Lines of `rest` outside of fenced code, except those that begin within a comment.
    let text: [SourceLine]
    /// The indexes in `text` of the first line of each page.
    let starts: [Int]

    init(_ lines: [SourceLine]) {
        var front: [SourceLine] = []
        var rest = lines[...]
        if lines.first?.isDivider == true,
            let end = lines.dropFirst().firstIndex(where: { $0.isDivider || $0.text == "..." }),
            lines[1..<end].contains(where: { $0.setting != nil }),
            lines[1..<end].allSatisfy({ $0.isSettingOrNested })
        {
            front = Array(lines[1..<end])
            rest = lines[(end + 1)...]
        }
        self.front = front
        self.rest = Array(rest)
        text = zip(rest, TextReader.read(rest)).filter { $0.1 == .text }.map(\.0)
        starts = text.indices.filter { [text] in $0 == 0 || text[$0 - 1].isDivider }
    }

    /// Settings that a page may have between dividers of its own; one of the first three says that they are settings.
    private static let pageKeys = [
        "layout", "transition", "background", "theme", "class", "image", "hide", "disabled", "clicks", "zoom",
    ]

    /// Whether lines between two dividers are the settings of the page behind them, as Slidev writes them.
    static func isPageSettings(_ lines: ArraySlice<SourceLine>) -> Bool {
        let keys = lines.map { $0.setting?.key ?? "" }
        return keys.contains(where: pageKeys.prefix(3).contains) && keys.allSatisfy(pageKeys.contains)
    }

    /// Whether the lines from an index in `text` to the next divider are the settings of a page.
    func hasPageSettings(at start: Int) -> Bool {
        guard text[start].setting != nil, let end = text[start...].firstIndex(where: \.isDivider) else { return false }
        return DeckLines.isPageSettings(text[start..<end])
    }
}

extension SourceLine {
    /// The key, in small letters, and the value of a line `key: value`.
    var setting: (key: String, value: String)? {
        let key = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
        let rest = text[key.endIndex...]
        guard key.first?.isLetter == true || key.first == "_", rest.first == ":" else { return nil }
        guard rest.count == 1 || rest.dropFirst().first?.isWhitespace == true else { return nil }
        return (key.lowercased(), rest.dropFirst().trimmed)
    }

    /// Whether it may be a line of YAML below settings.
    var isSettingOrNested: Bool {
        setting != nil || isBlank || text.first?.isWhitespace == true || text.first.map { "#-]}".contains($0) } == true
    }

    func replaced(by text: String) -> SourceLine { SourceLine(number: number, text: text[...]) }
}

extension Substring {
    /// The text before and behind the first `<aside class="notes">`, outside of code within the line; nil without one. A tag that
    /// goes on in the next line is taken for one with this class.
    var notesAside: (before: Substring, inside: Substring)? {
        var rest = self
        while let tag = CommentReader.behind("<aside", in: rest) {
            let end = tag.firstIndex(of: ">") ?? tag.endIndex
            let value = tag[..<end].firstMatch(of: /(?i)(?:^|\s)class\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/)
            let names = (value?.1 ?? value?.2 ?? value?.3)?.lowercased().split(whereSeparator: \.isWhitespace) ?? []
            if end == tag.endIndex || names.contains("notes") {
                return (self[..<tag.startIndex].dropLast(6), tag[end...].dropFirst())
            }
            rest = tag
        }
        return nil
    }
}
