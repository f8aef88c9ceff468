import PagingContent
import PagingEngine

/// The lines of pages, kept from one picture to the next. The layout of a long page takes far longer than drawing the
/// part in view.
///
/// A value that is passed along with pictures drawn one after the other. It holds the layouts of the last picture, and
/// changes only the time that drawing takes.
package struct LayoutCache: Sendable {
    private struct LayoutKey: Hashable {
        let page: PageID
        let columns: Int
        let borders: Borders
        let pictures: PictureRoom?
    }

    private struct Layout {
        let title: String
        let body: String
        let document: Document?
        let text: PageText
    }

    private var layouts: [LayoutKey: Layout] = [:]
    private var former: [LayoutKey: Layout] = [:]
    /// The number of layouts computed so far.
    private(set) var count = 0

    package init() {}

    /// Begins another picture.
    mutating func turn() {
        former = layouts
        layouts = [:]
    }

    /// The text of a page in so many columns.
    mutating func text(
        of page: Page, document: Document?, columns: Int, borders: Borders, pictures: PictureRoom? = nil
    ) -> PageText {
        let key = LayoutKey(page: page.id, columns: columns, borders: borders, pictures: pictures)
        if let layout = layouts[key] ?? former[key], layout.title == page.title, layout.body == page.body,
            layout.document == document
        {
            layouts[key] = layout
            return layout.text
        }
        count += 1
        let text = PageText(page, document: document, columns: columns, borders: borders, pictures: pictures)
        layouts[key] = Layout(title: page.title, body: page.body, document: document, text: text)
        return text
    }
}
