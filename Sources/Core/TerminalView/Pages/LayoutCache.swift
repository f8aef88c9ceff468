import PagingContent
import PagingEngine

/// The lines of pages, kept from one picture to the next: laying out a long page takes far longer than drawing what is
/// in view of it.
///
/// A value that goes along with pictures drawn one after the other. It holds what the last of them needed, and changes
/// nothing about them but the time they take.
package struct LayoutCache: Sendable {
    private struct Place: Hashable {
        let page: PageID
        let columns: Int
        let borders: Borders
    }

    private struct Layout {
        let body: String
        let document: Document?
        let text: PageText
    }

    private var layouts: [Place: Layout] = [:]
    private var former: [Place: Layout] = [:]
    /// How often a page had to be laid out.
    private(set) var count = 0

    package init() {}

    /// Another picture begins.
    mutating func turn() {
        former = layouts
        layouts = [:]
    }

    /// The text of a page in so many columns.
    mutating func text(of page: Page, document: Document?, columns: Int, borders: Borders) -> PageText {
        let place = Place(page: page.id, columns: columns, borders: borders)
        if let layout = layouts[place] ?? former[place], layout.body == page.body, layout.document == document {
            layouts[place] = layout
            return layout.text
        }
        count += 1
        let text = PageText(page, document: document, columns: columns, borders: borders)
        layouts[place] = Layout(body: page.body, document: document, text: text)
        return text
    }
}
