/// Why a text is not a deck, and where.
package struct DeckError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: Hashable, Sendable {
        /// No page has a title or a body.
        case noPages
        /// A NUL: no terminal and no file of text has a use for one.
        case nul
        /// Another control character than a tab or a line's end; its number in Unicode.
        case control(UInt32)
        /// Bytes that are not UTF-8.
        case notUTF8
        case tooManyPages(limit: Int)
        case tooManySteps(count: Int, limit: Int)
        case titleTooLong(bytes: Int, limit: Int)
        case bodyTooLong(bytes: Int, limit: Int)
        case notesTooLong(bytes: Int, limit: Int)
        case deckTooLong(bytes: Int, limit: Int)
    }

    package let reason: Reason
    /// Counted from 1.
    package let line: Int
    /// Characters from the line's beginning, counted from 1.
    package let column: Int

    package init(_ reason: Reason, line: Int, column: Int) {
        self.reason = reason
        self.line = line
        self.column = column
    }

    /// `line:column: sentence`, to be put behind a file's name and a colon.
    package var description: String { "\(line):\(column): \(sentence)" }

    /// What is wrong, without the place.
    package var sentence: String {
        switch reason {
        case .noPages: "the deck has no pages"
        case .nul: "the text holds a NUL character"
        case .control(let code): "the text holds the control character U+\(DeckError.digits(of: code))"
        case .notUTF8: "the text is not UTF-8"
        case .tooManyPages(let limit): "a deck has at most \(limit) pages"
        case .tooManySteps(let count, let limit): "the page has \(count) pauses, at most \(limit) are possible"
        case .titleTooLong(let bytes, let limit): "the title has \(bytes) bytes, at most \(limit) are possible"
        case .bodyTooLong(let bytes, let limit): "the page has \(bytes) bytes of text, at most \(limit) are possible"
        case .notesTooLong(let bytes, let limit): "the notes have \(bytes) bytes, at most \(limit) are possible"
        case .deckTooLong(let bytes, let limit): "the deck has \(bytes) bytes, at most \(limit) are possible"
        }
    }

    /// Four hexadecimal digits, as Unicode writes them.
    private static func digits(of code: UInt32) -> String {
        let digits = String(code, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

/// The bounds of a deck, each with its reason; they lie within what the wire carries.
package enum DeckLimits {
    /// Pages: every room holds its list in memory, and one `content` message may have as many.
    package static let pages = 10_000
    /// Bytes of UTF-8 in a title: one line of a wide terminal, and the wire's bound.
    package static let titleBytes = 512
    /// Bytes of UTF-8 in a body: some thousand lines of a terminal; the window travels whole to whoever joins.
    package static let bodyBytes = 65_536
    /// Bytes of UTF-8 in a page's notes: as much as its text.
    package static let notesBytes = 65_536
    /// Steps of one page: more than anybody presses through.
    package static let steps = 100
    /// Bytes of UTF-8 in a deck: one `content` message of the wire.
    package static let deckBytes = 1 << 20
    /// Bytes of UTF-8 in a page id before any number behind it: with that the wire's bound of 128 is kept.
    static let slugBytes = 112
    /// Characters of a title that is not a heading but the beginning of the text.
    static let borrowedTitleCharacters = 60
}
