/// Something in a deck that its author probably meant otherwise; the deck is used all the same.
package struct DeckWarning: Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1.
    package let line: Int
    /// Characters from the line's beginning, counted from 1.
    package let column: Int
    package let text: String

    package init(line: Int, column: Int = 1, text: String) {
        self.line = line
        self.column = column
        self.text = text
    }

    /// `line:column: sentence`, to be put behind a file's name and a colon.
    package var description: String { "\(line):\(column): \(text)" }
}
