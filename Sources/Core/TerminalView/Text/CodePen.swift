import PagingContent

/// Gives the characters of code their colours, line by line.
struct CodePen {
    private static let tabColumns = 4

    /// The steps at which the next characters are highlighted.
    var focus: CodeFocus?
    private var spans: ArraySlice<CodeSpan>
    /// Scalars of the first span that are written already.
    private var used = 0

    init(_ spans: [CodeSpan]) {
        self.spans = spans[...]
    }

    /// The glyphs of a line; the character behind it, which ends it, is taken with it.
    mutating func glyphs(_ line: Substring, _ numbering: inout Numbering) -> [Glyph] {
        var glyphs: [Glyph] = []
        var columns = 0
        for character in line {
            let style = take(character.unicodeScalars.count)
            if character == "\t" {
                let blanks = CodePen.tabColumns - columns % CodePen.tabColumns
                glyphs += Glyph.blanks(blanks)
                columns += blanks
                continue
            }
            guard var glyph = Glyph(character, style: style) else { continue }
            glyph.focus = focus
            if !glyph.isBlank { glyph.number = numbering.take() }
            glyphs.append(glyph)
            columns += glyph.columns
        }
        _ = take(1)
        return glyphs
    }

    /// The style of the next character, which has so many scalars.
    private mutating func take(_ scalars: Int) -> Style {
        while let span = spans.first, used >= span.length {
            used -= span.length
            spans.removeFirst()
        }
        used += scalars
        return spans.first?.token.map { .role($0.role) } ?? .plain
    }
}

extension CodeToken {
    fileprivate var role: ThemeRole {
        switch self {
        case .keyword: .codeKeyword
        case .type: .codeType
        case .function: .codeFunction
        case .variable: .codeVariable
        case .string: .codeString
        case .number: .codeNumber
        case .comment: .codeComment
        case .inserted: .codeInserted
        case .deleted: .codeDeleted
        }
    }
}
