package import PagingEngine

/// A position in a page's text, to which a member points or scrolls.
package struct Pointer: Hashable, Sendable {
    package let page: PageID
    /// Number of visible characters before it: grapheme clusters of the text as drawn, without blanks, line breaks and
    /// marks that the text itself does not contain, such as bullets. So windows of any width show the same word.
    package let at: Int
    package let by: MemberID

    /// Upper limit of `at`; no page has more characters.
    package static let bound = 1 << 17

    package init(page: PageID, at: Int, by: MemberID) {
        self.page = page
        self.at = at
        self.by = by
    }
}

/// The notes of a page, which its author wrote for presenters alone.
package struct PageNotes: Hashable, Sendable {
    package let page: PageID
    package let text: String

    package init(page: PageID, text: String) {
        self.page = page
        self.text = text
    }
}
