/// One line of a page's text as it is drawn.
package struct TextLine: Hashable, Sendable {
    package let glyphs: [Glyph]
    /// How many pauses of the page stand before it: it shows when as many steps are shown.
    package let step: Int

    init(_ glyphs: [Glyph], step: Int = 0) {
        self.glyphs = glyphs
        self.step = step
    }

    /// Without blanks at its end.
    package var text: String { glyphs.trimmed.text }

    /// Columns it takes.
    package var columns: Int { glyphs.columns }

    var isBlank: Bool { glyphs.allSatisfy(\.isBlank) }
}

extension TextLine {
    /// The word around the character with a number: its neighbours up to the next blank, or itself alone where it
    /// belongs to a script that is written without blanks. Nil when it is not in this line.
    func word(around number: Int) -> Range<Int>? {
        guard let place = glyphs.firstIndex(where: { $0.number == number }) else { return nil }
        guard glyphs[place].columns == 1 else { return place..<place + 1 }
        func isPart(_ glyph: Glyph) -> Bool { glyph.number != nil && glyph.columns == 1 }
        let after = glyphs[place...].firstIndex { !isPart($0) } ?? glyphs.endIndex
        let before = glyphs[..<place].lastIndex { !isPart($0) }.map { $0 + 1 } ?? 0
        return before..<after
    }

    /// The same with a style added to the glyphs at some places.
    func marked(_ places: Range<Int>, _ style: Style) -> TextLine {
        var glyphs = glyphs
        for place in places.clamped(to: glyphs.indices) { glyphs[place].style.formUnion(style) }
        return TextLine(glyphs, step: step)
    }
}
