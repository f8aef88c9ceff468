public import PagingContent
public import PagingEngine

/// One slot of the window with what it shows.
public struct WindowPage: Hashable, Sendable {
    public let index: PageIndex
    /// Place in the list; nil when the row is unbounded.
    public let item: Int?
    public let page: Page

    public init(index: PageIndex, item: Int?, page: Page) {
        self.index = index
        self.item = item
        self.page = page
    }
}
