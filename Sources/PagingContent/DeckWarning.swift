/// Something in a deck that its author probably meant otherwise; the deck is used all the same.
public struct DeckWarning: Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1.
    public let line: Int
    public let text: String

    public init(line: Int, text: String) {
        self.line = line
        self.text = text
    }

    /// `line: sentence`, to be put behind a file's name and a colon.
    public var description: String { "\(line): \(text)" }
}
