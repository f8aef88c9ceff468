package import PagingEngine

/// A place in a page's text to which somebody points.
package struct Pointer: Hashable, Sendable {
    package let page: PageID
    /// How many visible characters stand before it: grapheme clusters of the text as drawn, neither blanks and line
    /// breaks nor marks that the text itself has not, such as bullets. So windows of any width show the same word.
    package let at: Int
    package let by: MemberID

    /// More characters no page has.
    package static let bound = 1 << 17

    package init(page: PageID, at: Int, by: MemberID) {
        self.page = page
        self.at = at
        self.by = by
    }
}
