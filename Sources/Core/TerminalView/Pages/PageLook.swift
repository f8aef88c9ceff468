package import PagingContent
package import PagingEngine
import PagingRoom

/// The look of pages besides their content: how much of them is shown, from which line on, and what is marked.
struct PageLook {
    var borders: Borders
    var documents: [PageID: Document] = [:]
    /// Nil shows words in place of pictures.
    var pictures: PictureSupply?
    /// The page and step that everybody goes to: pages before it show all of their steps, pages after it none. Nil
    /// shows everything.
    var stepPlace: StepPlace?
    /// Lines by which pages are scrolled; other pages begin at the top, or end at their newest step.
    var scrolls: [PageID: Int] = [:]
    /// The first columns of code that is too wide, by page; on others its lines continue in the next row.
    var codeStarts: [PageID: Int] = [:]
    /// The position with which a page begins that is not in `scrolls`.
    var top: Pointer?
    var pointer: Pointer?
    var hit: PageMark?
    /// Whether frames are drawn around pages that rest, too.
    var hasBorders = false
    /// The number of pages, for footers; nil in an endless row.
    var pageCount: Int?
    /// Columns of running text at most.
    var measure = PageText.measure

    /// The frame of a page that stands at `index`.
    func frame(of page: Page, at index: PageIndex) -> PageFrame {
        var frame = PageFrame(page: page, borders: borders)
        frame.document = documents[page.id]
        frame.pictures = pictures
        frame.isOpen = true
        frame.number = pageCount.map { StatusLine.PageInView.number(of: index, count: $0) } ?? index.value
        frame.count = pageCount
        frame.measure = measure
        frame.shown = shown(of: page, at: index)
        // The newest step is in view even where the page is taller than the window.
        frame.scroll = scrolls[page.id] ?? (min(frame.shown ?? page.steps, page.steps) > 0 ? .max : 0)
        frame.codeStart = codeStarts[page.id]
        if let top, top.page == page.id, scrolls[page.id] == nil { frame.top = top.at }
        frame.pointer = pointer.flatMap { $0.page == page.id ? $0.at : nil }
        frame.hit = hit.flatMap { $0.page == page.id ? $0.characters : nil }
        // Where everybody is shown a place of the page, that is what this member sees.
        frame.scrollsToHit = scrolls[page.id] == nil && frame.top == nil
        return frame
    }

    private func shown(of page: Page, at index: PageIndex) -> Int? {
        guard let stepPlace else { return nil }
        guard index == stepPlace.page else { return index < stepPlace.page ? nil : 0 }
        return stepPlace.shown
    }
}

/// A range of a page's text, by the numbers of its visible characters.
package struct PageMark: Hashable, Sendable {
    package let page: PageID
    package let characters: Range<Int>

    package init(page: PageID, characters: Range<Int>) {
        self.page = page
        self.characters = characters
    }
}

/// The number of lines of a page that are hidden above and below the lines in view.
package struct PageOverflow: Hashable, Sendable {
    package let above: Int
    package let below: Int

    package static let none = PageOverflow(lines: 0, room: 0, scroll: 0)

    /// Of `lines` with room for `room` of them, scrolled to line `scroll` or to the last position with lines below. A line that
    /// is to be seen and would not be comes to the middle.
    init(lines: Int, room: Int, scroll: Int, showing line: Int? = nil) {
        let most = max(0, lines - max(0, room))
        let first = min(max(scroll, 0), most)
        let isSeen = line.map { first <= $0 && $0 < first + room } ?? true
        above = isSeen ? first : min(max((line ?? 0) - room / 2, 0), most)
        below = most - above
    }

    /// Whether there are more lines in this direction.
    package func isHidden(_ direction: Input.Direction) -> Bool { (direction == .forward ? below : above) > 0 }

    /// The texts of a frame about it, the longest first.
    func texts(ellipsis: String) -> [String] {
        let lines = below == 1 || (below == 0 && above == 1) ? "line" : "lines"
        let more = below > 0 ? " \(ellipsis) \(below) more \(lines) " : ""
        guard above > 0 else { return [more] }
        guard below > 0 else { return [" \(above) \(lines) above "] }
        return [" \(above) above,\(more)", " \(above)+\(below) "]
    }
}

extension PageOverflow {
    /// Of a page with all of its steps, alone in a window of this size with a status line and a frame.
    package init(of page: Page, document: Document? = nil, columns: Int, rows: Int) {
        var frame = PageFrame(page: page, borders: .ascii)
        frame.document = document
        frame.isOpen = true
        self = frame.overflow(columns: max(1, columns), rows: Scene.pageRows(columns: columns, rows: rows))
    }
}
