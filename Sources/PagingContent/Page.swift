public import PagingEngine

/// What one page shows.
public struct Page: Hashable, Sendable {
    public var id: PageID
    /// One line; the first heading of a deck page.
    public var title: String
    /// Plain text, lines divided by `\n`.
    public var body: String
    /// For presenters only; nil for everybody else.
    public var notes: String?

    public init(id: PageID, title: String, body: String = "", notes: String? = nil) {
        self.id = id
        self.title = title
        self.body = body
        self.notes = notes
    }
}
