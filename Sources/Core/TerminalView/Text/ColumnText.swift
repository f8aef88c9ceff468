/// Measures, cuts and wraps a text by the columns of its grapheme clusters.
package struct ColumnText {
    /// Columns of `text`.
    package static func width(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + $1.columns } }

    /// As much of `text` as fits, with `ellipsis` when it is cut.
    package static func cut(_ text: some StringProtocol, columns: Int, ellipsis: String) -> String {
        guard width(text) > columns else { return String(text) }
        let mark = width(ellipsis) < columns ? ellipsis : ""
        return prefix(text, columns: columns - width(mark)) + mark
    }

    /// The longest beginning of `text` that fits.
    static func prefix(_ text: some StringProtocol, columns: Int) -> String {
        var taken = ""
        var used = 0
        for character in text {
            used += character.columns
            guard used <= columns else { break }
            taken.append(character)
        }
        return taken
    }

    /// The lines of `text`; a line that is too long is broken between words, or within a word that fits on no line.
    ///
    /// A broken line keeps its indentation in the following lines, up to half of the columns. Tabs go to the next
    /// multiple of four columns.
    static func wrapped(_ text: String, columns: Int) -> [String] {
        guard !text.isEmpty, columns > 0 else { return [] }
        return text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
            .flatMap { broken(expandingTabs($0), columns: columns) }
    }

    private static func expandingTabs(_ line: Substring) -> String {
        guard line.contains("\t") else { return String(line) }
        var expanded = ""
        var used = 0
        for character in line {
            guard character == "\t" else {
                expanded.append(character)
                used += character.columns
                continue
            }
            let blanks = 4 - used % 4
            expanded += String(repeating: " ", count: blanks)
            used += blanks
        }
        return expanded
    }

    private static func broken(_ line: String, columns: Int) -> [String] {
        guard width(line) > columns else { return [line] }
        let indent = String(line.prefix { $0 == " " }.prefix(columns / 2))
        var lines: [String] = []
        var current = ""
        var used = 0
        for word in words(of: line) {
            let isBlank = word.first == " "
            let wide = width(word)
            if used + wide <= columns {
                current += word
                used += wide
                continue
            }
            if isBlank {
                used = columns
                continue
            }
            if !current.allSatisfy({ $0 == " " }) { lines.append(trimmed(current)) }
            current = lines.isEmpty && current.isEmpty ? "" : indent
            used = width(current)
            for character in word {
                if used + character.columns > columns, used > width(indent) {
                    lines.append(current)
                    current = indent
                    used = width(current)
                }
                current.append(character)
                used += character.columns
            }
        }
        if !current.allSatisfy({ $0 == " " }) { lines.append(trimmed(current)) }
        return lines
    }

    /// The line split between blanks and other text, without losing anything.
    private static func words(of line: String) -> [Substring] {
        var words: [Substring] = []
        var start = line.startIndex
        while start < line.endIndex {
            let isBlank = line[start] == " "
            let end = line[start...].firstIndex { ($0 == " ") != isBlank } ?? line.endIndex
            words.append(line[start..<end])
            start = end
        }
        return words
    }

    private static func trimmed(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }
}

extension Character {
    /// Columns of the grapheme cluster on a terminal: 0, 1 or 2.
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

    /// Whether the character would control the terminal instead of being drawn.
    var isControl: Bool {
        switch unicodeScalars.first?.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        default: false
        }
    }

    /// Whether terminals agree on the columns: one scalar that is a letter of an alphabet, a drawn line or a block. Signs are
    /// in doubt, since many are Ambiguous in Annex 11 and wide where East Asian fonts are used.
    var hasCertainColumns: Bool {
        guard let first = unicodeScalars.first, unicodeScalars.count == 1 else { return false }
        switch first.value {
        case 0x20...0x7E, 0xC0...0x2FF, 0x370...0x482, 0x48A...0x58F, 0x1E00...0x1FFF, 0x2500...0x259F:
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
