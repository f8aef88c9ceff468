public import PagingEngine

/// Some characters of a page's text, by their numbers among its visible characters.
public struct PageMark: Hashable, Sendable {
    public let page: PageID
    public let characters: Range<Int>

    public init(page: PageID, characters: Range<Int>) {
        self.page = page
        self.characters = characters
    }
}
