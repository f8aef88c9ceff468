import PagingContent
import PagingEngine

/// The lines of pages and the pages as they were drawn, kept from one picture to the next. The layout of a long page takes
/// far longer than drawing the part in view, and a drag only moves what is drawn.
///
/// A value that is passed along with pictures drawn one after the other. It holds those of the last picture, and changes
/// only the time that drawing takes.
package struct LayoutCache: Sendable {
    private struct LayoutKey: Hashable {
        let page: PageID
        let columns: Int
        let borders: Borders
        let measure: Int
        let pictures: PictureRoom?
        let codeStart: Int?
    }

    private struct Layout {
        let title: String
        let body: String
        let document: Document?
        let text: PageText
    }

    private struct DrawnPageKey: Hashable {
        let page: PageID
        let columns: Int
        let rows: Int
    }

    private struct DrawnPage {
        let frame: PageFrame
        let screen: Screen
    }

    /// Cells of the largest page that is kept as drawn, so that windows on many terminals do not take too much memory.
    private static let largestPage = 40_000

    private var drawings: [DrawnPageKey: DrawnPage] = [:]
    private var formerDrawings: [DrawnPageKey: DrawnPage] = [:]
    private var layouts: [LayoutKey: Layout] = [:]
    private var former: [LayoutKey: Layout] = [:]
    /// The number of layouts computed so far.
    private(set) var count = 0
    /// The number of pages drawn so far.
    private(set) var drawnCount = 0

    package init() {}

    /// Begins another picture.
    mutating func turn() {
        former = layouts
        layouts = [:]
        formerDrawings = drawings
        drawings = [:]
    }

    /// The cells of a frame, drawn by `draw` unless the last picture had the same frame in the same size.
    mutating func cells(
        of frame: PageFrame, columns: Int, rows: Int, draw: (inout LayoutCache) -> Screen
    ) -> Screen {
        let key = DrawnPageKey(page: frame.page.id, columns: columns, rows: rows)
        if let drawing = drawings[key] ?? formerDrawings[key], drawing.frame == frame {
            drawings[key] = drawing
            // Its lines are needed again when it changes.
            for (key, layout) in former where key.page == frame.page.id { layouts[key] = layout }
            return drawing.screen
        }
        drawnCount += 1
        let screen = draw(&self)
        if screen.count <= LayoutCache.largestPage { drawings[key] = DrawnPage(frame: frame, screen: screen) }
        return screen
    }

    /// The text of a page in so many columns.
    mutating func text(
        of page: Page, document: Document?, columns: Int, borders: Borders, measure: Int = PageText.measure,
        pictures: PictureRoom? = nil, codeStart: Int? = nil
    ) -> PageText {
        let key = LayoutKey(
            page: page.id, columns: columns, borders: borders, measure: measure, pictures: pictures,
            codeStart: codeStart)
        if let layout = layouts[key] ?? former[key], layout.title == page.title, layout.body == page.body,
            layout.document == document
        {
            layouts[key] = layout
            return layout.text
        }
        count += 1
        let text = PageText(
            page, document: document, columns: columns, borders: borders, measure: measure, pictures: pictures,
            codeStart: codeStart)
        layouts[key] = Layout(title: page.title, body: page.body, document: document, text: text)
        return text
    }
}
