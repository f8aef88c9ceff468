extension Character {
    /// Columns of a terminal the grapheme cluster takes: 0, 1 or 2.
    ///
    /// Two for East Asian Wide and Fullwidth characters (Unicode Standard Annex 11, Unicode 15.1) and for emoji in
    /// their own presentation, none for marks without a letter and for invisible format characters. A control
    /// character takes one: it is shown as `·`. Ambiguous characters count as narrow.
    package var columns: Int {
        if isASCII { return 1 }
        guard let first = unicodeScalars.first else { return 0 }
        if isControl { return 1 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        if first.isRegionalIndicator { return unicodeScalars.count > 1 ? 2 : 1 }
        if first.properties.isEmojiPresentation || first.isEastAsianWide { return 2 }
        let asksForEmoji = unicodeScalars.contains { $0 == "\u{FE0F}" } && first.properties.isEmoji
        return asksForEmoji ? 2 : 1
    }

    /// Whether the character would command the terminal instead of being drawn.
    var isControl: Bool {
        switch unicodeScalars.first?.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        default: false
        }
    }

    /// Whether terminals agree on the columns: one scalar that is a letter of an alphabet or a drawn line. Signs are
    /// in doubt, since many are Ambiguous in Annex 11 and wide where East Asian fonts are used.
    var hasCertainColumns: Bool {
        guard let first = unicodeScalars.first, unicodeScalars.count == 1 else { return false }
        switch first.value {
        case 0x20...0x7E, 0xC0...0x2FF, 0x370...0x482, 0x48A...0x58F, 0x1E00...0x1FFF, 0x2500...0x257F:
            return true
        default: return false
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

    /// Wide and Fullwidth of EastAsianWidth.txt but for the emoji, which the standard library knows itself; gaps of
    /// unassigned characters within a script are closed.
    fileprivate var isEastAsianWide: Bool {
        guard value >= 0x1100 else { return false }
        return Unicode.Scalar.eastAsianWide.contains { $0.contains(value) }
    }

    private static let eastAsianWide: [ClosedRange<UInt32>] = [
        0x4E00...0xA4CF,  // unified ideographs, Yi
        0xAC00...0xD7A3,  // Hangul syllables
        0x3041...0x3247, 0x3250...0x4DBF,  // kana, Bopomofo, compatibility, extension A
        0x2E80...0x303E,  // radicals, CJK punctuation
        0xFF01...0xFF60, 0xFFE0...0xFFE6,  // full-width forms
        0x1100...0x115F, 0xA960...0xA97C,  // Hangul leading consonants
        0x2329...0x232A,  // angle brackets
        0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B,  // compatibility forms
        0x16FE0...0x18D08, 0x1AFF0...0x1B2FB,  // Tangut, Khitan, kana supplements
        0x1F200...0x1F265,  // enclosed ideographs
        0x20000...0x2FFFD, 0x30000...0x3FFFD,  // further ideographs
    ]
}
