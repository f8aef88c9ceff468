package import PagingContent
package import PagingEngine

/// One slot of the window with what it shows.
package struct WindowPage: Hashable, Sendable {
    package let index: PageIndex
    /// Place in the list; nil when the row is unbounded.
    package let item: Int?
    package let page: Page

    package init(index: PageIndex, item: Int?, page: Page) {
        self.index = index
        self.item = item
        self.page = page
    }
}
