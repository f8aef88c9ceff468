import PagingContent

/// A run of text as glyphs, with their styles and numbers.
struct InlineText {
    /// The glyphs between forced line breaks, not yet wrapped.
    private(set) var pieces: [[Glyph]] = [[]]
    /// Longest address that is shown after a link; one that does not fit in a line is left out.
    private let columns: Int
    private var numbering: Numbering
    /// The style in which the source line has ended; the next character decides whether a blank follows.
    private var lineEnd: Style?

    /// Lays out `inlines` in `style`; the numbers go on from `numbering`.
    init(_ inlines: [Document.Inline], style: Style = .plain, columns: Int, numbering: inout Numbering) {
        self.columns = columns
        self.numbering = numbering
        add(inlines, style)
        numbering = self.numbering
    }

    private mutating func add(_ inlines: [Document.Inline], _ style: Style) {
        for inline in inlines { add(inline, style) }
    }

    private mutating func add(_ inline: Document.Inline, _ style: Style) {
        switch inline {
        case .text(let text): add(text, style)
        case .softBreak: lineEnd = style
        case .lineBreak: pieces.append([])
        case .code(let text): add(text, style.union(.role(.code)))
        case .emphasis(let inner): add(inner, style.union(.italic))
        case .strong(let inner): add(inner, style.union(.bold))
        case .struck(let inner): add(inner, style.union(.struck))
        case .link(let inner, let address): addLink(inner, address, style)
        case .image(let text):
            decorate("[", style.union(.faint))
            add(text.isEmpty ? "image" : text, style)
            decorate("]", style.union(.faint))
        }
    }

    private mutating func add(_ text: String, _ style: Style) {
        for character in text {
            guard var glyph = Glyph(character.isNewline ? " " : character, style: style) else { continue }
            if !glyph.isBlank { glyph.number = numbering.take() }
            joinLines(before: glyph)
            pieces[pieces.count - 1].append(glyph)
        }
    }

    /// Replaces the end of a source line by a blank, except within a script without blanks between words.
    private mutating func joinLines(before glyph: Glyph?) {
        guard let style = lineEnd else { return }
        lineEnd = nil
        guard let last = pieces[pieces.count - 1].last else { return }
        if let glyph, last.character.isWrittenSolid, glyph.character.isWrittenSolid { return }
        pieces[pieces.count - 1].append(.blank(style))
    }

    private mutating func decorate(_ text: String, _ style: Style) {
        joinLines(before: nil)
        pieces[pieces.count - 1] += Glyph.decoration(text, style: style)
    }

    private mutating func addLink(_ inner: [Document.Inline], _ address: String, _ style: Style) {
        let start = (piece: pieces.count - 1, glyph: pieces[pieces.count - 1].count)
        var style: Style = [style, .underlined, .role(.link)]
        let encoded = LinkNumber.encoded(address)
        if let number = LinkNumber(encoded) {
            style.link = number
            numbering.links[number] = encoded
        }
        add(inner, style)
        let drawn = pieces[start.piece...].joined().dropFirst(start.glyph)
        let text = String(drawn.filter { $0.number != nil }.map(\.character))
        let isAnchor = address.isEmpty || address.hasPrefix("#")
        guard !isAnchor, !InlineText.isSame(text, address), ColumnText.width(address) + 2 <= columns,
            numbering.addresses.insert(address).inserted
        else { return }
        decorate(" (\(address))", .faint)
    }

    /// Whether a link's text is its address already.
    private static func isSame(_ text: String, _ address: String) -> Bool {
        func bare(_ address: String) -> Substring {
            var rest = address.lowercased()[...]
            for scheme in ["https://", "http://", "mailto:", "tel:"] where rest.hasPrefix(scheme) {
                rest = rest.dropFirst(scheme.count)
            }
            return rest.last == "/" ? rest.dropLast() : rest
        }
        return bare(text) == bare(address)
    }
}

extension Character {
    /// Whether it belongs to Chinese or Japanese text, which has no blanks between words; Korean has.
    fileprivate var isWrittenSolid: Bool {
        switch unicodeScalars.first?.value ?? 0 {
        case 0x2E80...0x9FFF, 0xF900...0xFAFF, 0xFF01...0xFF60, 0x20000...0x3FFFD: true
        default: false
        }
    }
}
