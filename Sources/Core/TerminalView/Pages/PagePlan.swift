/// The places of a page's parts in so many cells: the title, and the rows for its text.
struct PagePlan {
    /// Rows from which on the title has a row of its own, with a blank one below it, and the footer has one.
    private static let titleRows = 12

    /// Whether there is room for a frame around the page.
    let hasFrame: Bool
    /// Columns between the edge and the text.
    let padding: Int
    /// The row of the title; in row 0 it is a part of the frame. Nil without a title.
    let titleRow: Int?
    /// The row of the footer; nil without one.
    let footerRow: Int?
    /// The first row of the text.
    let textRow: Int
    /// Rows for the text.
    let room: Int
    /// Columns for the text.
    let columns: Int

    /// - Parameter isOpen: whether the title stands on the page rather than in the frame.
    init(hasTitle: Bool, hasFooter: Bool = false, isOpen: Bool, columns: Int, rows: Int) {
        hasFrame = columns >= 4 && rows >= 3
        guard hasFrame else {
            // The title is the first line of the text.
            (padding, titleRow, footerRow, textRow, room, self.columns) = (0, nil, nil, 0, rows, columns)
            return
        }
        padding = columns >= 8 ? 2 : 1
        self.columns = columns - 2 * padding
        let isOnPage = isOpen && hasTitle && rows >= PagePlan.titleRows
        titleRow = hasTitle ? (isOnPage ? 1 : 0) : nil
        textRow = isOnPage ? 3 : 1
        footerRow = hasFooter && isOpen && rows >= PagePlan.titleRows ? rows - 2 : nil
        room = (footerRow ?? rows - 1) - textRow
    }
}
