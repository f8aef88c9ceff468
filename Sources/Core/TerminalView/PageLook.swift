import PagingContent
import PagingEngine
import PagingRoom

/// What is drawn of pages besides what they say: how much of them is shown, from which line on, and what is marked.
struct PageLook {
    var borders: Borders
    var documents: [PageID: Document] = [:]
    /// Where everybody goes; pages before it show all of their steps, pages behind it none. Nil shows all of all.
    var stepPlace: StepPlace?
    /// Lines by which the reader has scrolled; other pages begin at the top, or end at their newest step.
    var scrolls: [PageID: Int] = [:]
    var pointer: Pointer?
    var hit: PageMark?

    /// The frame of a page that stands at `index`.
    func frame(of page: Page, at index: PageIndex) -> PageFrame {
        var frame = PageFrame(page: page, borders: borders)
        frame.document = documents[page.id]
        frame.shown = shown(of: page, at: index)
        // What a step has brought is in view even where the page is taller than the window.
        frame.scroll = scrolls[page.id] ?? (min(frame.shown ?? page.steps, page.steps) > 0 ? .max : 0)
        frame.pointer = pointer.flatMap { $0.page == page.id ? $0.at : nil }
        frame.hit = hit.flatMap { $0.page == page.id ? $0.characters : nil }
        return frame
    }

    private func shown(of page: Page, at index: PageIndex) -> Int? {
        guard let stepPlace else { return nil }
        guard index == stepPlace.page else { return index < stepPlace.page ? nil : 0 }
        return stepPlace.shown
    }
}
