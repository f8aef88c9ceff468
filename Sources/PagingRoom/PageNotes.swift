public import PagingEngine

/// What a page's author wrote for presenters alone.
public struct PageNotes: Hashable, Sendable {
    public let page: PageID
    public let text: String

    public init(page: PageID, text: String) {
        self.page = page
        self.text = text
    }
}
