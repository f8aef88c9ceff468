/// A line of a deck's text and its number, counted from 1.
struct SourceLine {
    let number: Int
    let text: Substring

    /// The lines of `text`, ended by `\n` or `\r\n`; a byte order mark in front is left out.
    static func lines(of text: String) -> [SourceLine] {
        var whole = text[...]
        if whole.unicodeScalars.first == "\u{FEFF}" { whole.unicodeScalars.removeFirst() }
        let pieces = whole.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return pieces.enumerated().map { place, piece in
            let bare = piece.last == UInt8(ascii: "\r") ? piece.dropLast() : piece
            return SourceLine(number: place + 1, text: Substring(bare))
        }
    }

    var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

    /// Whether the line ends a page.
    var isDivider: Bool { text == "---" }

    /// The text of a heading: up to three blanks, one to six `#`, a blank, and the text without closing `#`.
    var heading: String? {
        let start = text.drop { $0 == " " }
        let marks = start.prefix { $0 == "#" }
        guard text.count - start.count <= 3, (1...6).contains(marks.count) else { return nil }
        let rest = start.dropFirst(marks.count)
        guard rest.first == " " || rest.first == "\t" else { return nil }
        var heading = rest.trimmed
        let bare = String(heading.reversed().drop { $0 == "#" }.reversed())
        if bare.isEmpty { return nil }
        if bare.last?.isWhitespace == true { heading = bare[...].trimmed }
        return heading
    }
}

extension Substring {
    /// The text without white space at its ends.
    var trimmed: String {
        let front = drop(while: \.isWhitespace)
        return String(front.reversed().drop(while: \.isWhitespace).reversed())
    }
}
