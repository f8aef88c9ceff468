package import PagingEngine

/// What one page shows.
package struct Page: Hashable, Sendable {
    package var id: PageID
    /// One line; the first heading of a deck page.
    package var title: String
    /// Text, lines divided by `\n`.
    package var body: String
    /// What the body is written in.
    package var format: PageFormat
    /// How often the page holds back the rest of its body; 0 shows all at once.
    package var steps: Int
    /// For presenters only; nil for everybody else.
    package var notes: String?

    package init(
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

/// What a page's body is written in.
package enum PageFormat: String, Hashable, Sendable, CaseIterable {
    /// Shown as it stands; its own line breaks count.
    case plain
    /// CommonMark with the tables of GitHub; `<!-- pause -->` alone in a line divides the steps.
    case markdown
}
