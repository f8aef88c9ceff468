public import PagingEngine

/// A place in a page's text to which somebody points.
public struct Pointer: Hashable, Sendable {
    public let page: PageID
    /// How many visible characters stand before it: grapheme clusters of the text as drawn, neither blanks and line
    /// breaks nor marks that the text itself has not, such as bullets. So windows of any width show the same word.
    public let at: Int
    public let by: MemberID

    /// More characters no page has.
    public static let bound = 1 << 17

    public init(page: PageID, at: Int, by: MemberID) {
        self.page = page
        self.at = at
        self.by = by
    }
}
