/// One character of a page as it is drawn: a grapheme cluster that takes at least one column.
package struct Glyph: Hashable, Sendable {
    /// Never a control character; these are drawn as `·`.
    package let character: Character
    /// 1 or 2.
    package let columns: Int
    package var style: Style
    /// The number of visible characters of the page before it; nil for blanks and for decorations such as bullets. It
    /// is the same in windows of any width.
    package var number: Int?
    /// The number of pauses before it, where that is more than its line has: beside a column that comes earlier.
    var step = 0
    /// The steps at which it is highlighted, in code of which steps show parts.
    var focus: CodeFocus?

    /// Nil for clusters without columns, which are not drawn.
    init?(_ character: Character, style: Style, number: Int? = nil) {
        // Most characters are ASCII, and looking up Unicode properties takes longer than everything else here.
        if let ascii = character.asciiValue, ascii > 0x20, ascii < 0x7F {
            (self.character, columns, self.style, self.number) = (character, 1, style, number)
            (isBlank, isBreak) = (false, false)
            return
        }
        let columns = character.columns
        guard columns > 0 else { return nil }
        self.columns = columns
        self.character = character.isWhitespace ? " " : character.isControl ? "·" : character
        isBlank = character.isWhitespace
        isBreak = isBlank && character != "\u{A0}"
        self.style = style
        self.number = isBlank ? nil : number
    }

    let isBlank: Bool
    /// Whether a line may end here.
    let isBreak: Bool

    static func blank(_ style: Style = .plain) -> Glyph {
        Glyph(" ", columns: 1, style: style)
    }

    /// A cell of a picture. It is no blank even where it has only a colour behind it.
    init(_ cell: Cell) {
        (character, columns, style, number) = (cell.character, 1, cell.style, nil)
        isBlank = cell.character == " " && cell.style == .plain
        isBreak = isBlank
    }

    private init(_ blank: Character, columns: Int, style: Style) {
        (character, self.columns, self.style, number) = (blank, columns, style, nil)
        (isBlank, isBreak) = (true, true)
    }

    /// A decoration around the page's text.
    static func decoration(_ text: some StringProtocol, style: Style = .plain) -> [Glyph] {
        text.compactMap { Glyph($0, style: style) }
    }

    static func blanks(_ count: Int) -> [Glyph] { Array(repeating: .blank(), count: max(0, count)) }
}

extension [Glyph] {
    /// Columns of all together.
    var columns: Int { reduce(0) { $0 + $1.columns } }

    /// Without the blanks at the end.
    var trimmed: [Glyph] { Array(prefix(count - reversed().prefix { $0.isBlank }.count)) }

    var text: String {
        map { $0.columns == 2 && $0.isBlank ? "  " : String($0.character) }.joined()
    }
}

/// One line of a page's text as it is drawn.
package struct TextLine: Hashable, Sendable {
    package let glyphs: [Glyph]
    /// The number of pauses before it: it is shown with as many steps.
    package let step: Int

    /// The parts of pictures in it.
    let pictures: [PictureSlice]

    /// Whether a part of it appears or is highlighted later than the line itself.
    private let changes: Bool

    init(_ glyphs: [Glyph], step: Int = 0, pictures: [PictureSlice] = []) {
        self.glyphs = glyphs
        self.step = step
        self.pictures = pictures
        changes = glyphs.contains { $0.step > 0 || $0.focus != nil }
    }

    /// Without blanks at its end.
    package var text: String { glyphs.trimmed.text }

    /// Columns it takes.
    package var columns: Int { glyphs.columns }

    var isBlank: Bool { pictures.isEmpty && glyphs.allSatisfy(\.isBlank) }

    /// The line with blanks in place of what comes after so many steps, and faint where others are highlighted.
    func shown(_ steps: Int) -> TextLine {
        guard changes else { return self }
        let shown = glyphs.flatMap { glyph -> [Glyph] in
            guard glyph.step <= steps else { return Glyph.blanks(glyph.columns) }
            var glyph = glyph
            if glyph.focus?.isLit(after: steps) == false { glyph.style = .faint }
            return [glyph]
        }
        return TextLine(shown.trimmed, step: step, pictures: pictures)
    }
}

extension TextLine {
    /// The word around the character with a number: its neighbours up to the next blank, or the character alone in a
    /// script without blanks. Nil when it is not in this line.
    func word(around number: Int) -> Range<Int>? {
        guard let place = glyphs.firstIndex(where: { $0.number == number }) else { return nil }
        guard glyphs[place].columns == 1 else { return place..<place + 1 }
        func isPart(_ glyph: Glyph) -> Bool { glyph.number != nil && glyph.columns == 1 }
        let after = glyphs[place...].firstIndex { !isPart($0) } ?? glyphs.endIndex
        let before = glyphs[..<place].lastIndex { !isPart($0) }.map { $0 + 1 } ?? 0
        return before..<after
    }

    /// The line with a style added to some glyphs.
    func marked(_ places: Range<Int>, _ style: Style) -> TextLine {
        var glyphs = glyphs
        for place in places.clamped(to: glyphs.indices) { glyphs[place].style.formUnion(style) }
        return TextLine(glyphs, step: step, pictures: pictures)
    }

    /// The line behind other glyphs.
    func behind(_ prefix: [Glyph], step: Int? = nil) -> TextLine {
        let columns = prefix.columns
        let moved = pictures.map { slice in
            var slice = slice
            slice.column += columns
            return slice
        }
        return TextLine((prefix + glyphs).trimmed, step: step ?? self.step, pictures: moved)
    }
}

extension [TextLine] {
    /// The place of the line with a character; the first one for the first character, whatever stands above it. Where
    /// the character is not shown, the place of the next one, or of the last line.
    func place(of number: Int) -> Int {
        guard number > 0 else { return 0 }
        let line = firstIndex { $0.glyphs.contains { $0.number == number } }
        return line ?? firstIndex { $0.glyphs.contains { $0.number ?? 0 > number } } ?? Swift.max(0, count - 1)
    }

    /// The number of the first character in the lines from `place` on, or else of the last line with any.
    func firstCharacter(from place: Int) -> Int? {
        let numbers = map { line in line.glyphs.lazy.compactMap(\.number).first }
        return numbers.dropFirst(place).lazy.compactMap(\.self).first ?? numbers.lazy.compactMap(\.self).last
    }
}

/// The counters of a page while its text is laid out.
struct Numbering {
    /// Visible characters so far.
    private(set) var count = 0
    /// Addresses of links shown so far, since each is shown once on the page.
    var addresses: Set<String> = []
    /// Addresses of all links so far.
    var links: [LinkNumber: String] = [:]

    mutating func take() -> Int {
        defer { count += 1 }
        return count
    }
}
