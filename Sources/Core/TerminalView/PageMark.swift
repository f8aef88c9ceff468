package import PagingEngine

/// Some characters of a page's text, by their numbers among its visible characters.
package struct PageMark: Hashable, Sendable {
    package let page: PageID
    package let characters: Range<Int>

    package init(page: PageID, characters: Range<Int>) {
        self.page = page
        self.characters = characters
    }
}
