/// The reason why a text is not a deck, with its position.
package struct DeckError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: Hashable, Sendable {
        /// No page has a title or a body.
        case noPages
        /// A NUL character.
        case nul
        /// A control character other than a tab or a line end, as its Unicode number.
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
    /// Line, from 1.
    package let line: Int
    /// Character in the line, from 1.
    package let column: Int

    package init(_ reason: Reason, line: Int, column: Int) {
        self.reason = reason
        self.line = line
        self.column = column
    }

    /// `line:column: sentence`, to follow a file name and a colon.
    package var description: String { "\(line):\(column): \(sentence)" }

    /// The reason as a sentence, without the position.
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

/// The limits of a deck, each with its reason; they lie within those of the wire.
package enum DeckLimits {
    /// Pages: every room holds its list in memory, and one `content` message may have as many.
    package static let pages = 10_000
    /// Bytes of UTF-8 in a title: one line of a wide terminal, and the wire's bound.
    package static let titleBytes = 512
    /// Bytes of UTF-8 in a body: some thousand terminal lines; the whole window is sent to every member that joins.
    package static let bodyBytes = 65_536
    /// Bytes of UTF-8 in a page's notes: as much as its text.
    package static let notesBytes = 65_536
    /// Steps of one page: more than a talk uses.
    package static let steps = 100
    /// Bytes of UTF-8 in a deck: one `content` message of the wire.
    package static let deckBytes = 1 << 20
    /// Bytes of UTF-8 in a page id without its number; with the number it stays within the wire's limit of 128.
    static let slugBytes = 112
    /// Characters of a title taken from the beginning of the text.
    static let borrowedTitleCharacters = 60
}
