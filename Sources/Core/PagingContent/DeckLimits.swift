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
