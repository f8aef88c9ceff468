public import PagingEngine

/// What one page shows.
public struct Page: Hashable, Sendable {
    public var id: PageID
    /// One line; the first heading of a deck page.
    public var title: String
    /// Text, lines divided by `\n`.
    public var body: String
    /// What the body is written in.
    public var format: PageFormat
    /// How often the page holds back the rest of its body; 0 shows all at once.
    public var steps: Int
    /// For presenters only; nil for everybody else.
    public var notes: String?

    public init(
        id: PageID, title: String, body: String = "", format: PageFormat = .plain, steps: Int = 0, notes: String? = nil
    ) {
        self.id = id
        self.title = title
        self.body = body
        self.format = format
        self.steps = steps
        self.notes = notes
    }
}
