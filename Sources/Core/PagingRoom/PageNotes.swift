package import PagingEngine

/// What a page's author wrote for presenters alone.
package struct PageNotes: Hashable, Sendable {
    package let page: PageID
    package let text: String

    package init(page: PageID, text: String) {
        self.page = page
        self.text = text
    }
}
