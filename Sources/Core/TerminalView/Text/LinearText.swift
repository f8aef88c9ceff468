package import PagingContent
package import PagingEngine
package import PagingRoom

/// A room as text, one page after the other, for pipes, dumb terminals and screen readers.
///
/// Only pages on which the pager rests are printed, once each unless they change. Of a page with steps, each step
/// prints its new lines.
package struct LinearText: Hashable, Sendable {
    /// Wide enough for a whole paragraph in one line.
    private static let columns = Screen.bound

    private var printed: Printed?

    private struct Printed: Hashable {
        let place: StatusLine.PageInView
        let page: Page?
        let isLoading: Bool
        let document: Document?
        let shown: Int
    }

    package init() {}

    /// The block for the page `replica` rests on, or nil while it moves and when that block was printed already.
    package mutating func next(_ replica: Replica, documents: [PageID: Document] = [:]) -> String? {
        let page: Page?
        switch replica.phase {
        case .dragging, .settling: return nil
        case .empty: page = nil
        case .idle:
            page = replica.window.first { $0.index == replica.settled }?.page
            // Between the end of an animation and the event that names its page, the pager rests on neither.
            guard page != nil, replica.position.nearestPage == replica.settled else { return nil }
        }
        let place = page == nil ? .none : replica.place(at: replica.position)
        let isLoading = page == nil && replica.loading
        let shown = page.map { replica.stepsShown(of: $0, at: replica.settled) } ?? 0
        let document = page.flatMap { documents[$0.id] }
        let now = Printed(place: place, page: page, isLoading: isLoading, document: document, shown: shown)
        guard now != printed else { return nil }
        let before = printed
        printed = now
        guard let page, let document, let before, before.page == page, before.place == place,
            before.document == document, before.shown < shown
        else {
            return LinearText.block(
                place: place, page: page, document: document, shown: shown, isLoading: isLoading)
        }
        return LinearText.block(
            place: place, page: page, document: document, shown: shown, from: before.shown + 1)
    }

    /// `page 4 of 12, step 2 of 3: Title`, `no pages` or `loading`, the text below it, and an empty line behind;
    /// control characters become `·`.
    ///
    /// Of a page that is read as a `document` the text is what is laid out of it, from step `from` to step `shown`;
    /// nil is to the last.
    package static func block(
        place: StatusLine.PageInView, page: Page?, document: Document? = nil, shown: Int? = nil, from: Int = 0,
        isLoading: Bool = false
    ) -> String {
        var status = StatusLine(room: "", place: place, phase: .idle, members: 0)
        status.isLoading = isLoading
        if let page, page.steps > 0, let shown {
            status.step = StatusLine.Step(number: shown + 1, count: page.steps + 1)
        }
        let head = status.placeText
        guard let page else { return head + "\n\n" }
        let title = page.title.isEmpty ? head : "\(head): \(page.title)"
        let lines = ([withoutControls(title[...])] + text(of: page, document, shown: shown, from: from)).map {
            $0 + "\n"
        }
        return lines.joined() + "\n"
    }

    private static func text(of page: Page, _ document: Document?, shown: Int?, from: Int) -> [String] {
        guard let document else {
            let lines = page.body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            return page.body.isEmpty ? [] : lines.map(withoutControls)
        }
        let lines = DocumentLayout(document.linear, columns: columns).lines(shown: shown)
        return lines.drop { $0.step < from || (from > 0 && $0.isBlank) }.map(\.text)
    }

    private static func withoutControls(_ line: Substring) -> String {
        String(line.map { $0.isControl && $0 != "\t" ? "·" : $0 })
    }
}
