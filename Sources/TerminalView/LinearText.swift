public import PagingContent
public import PagingRoom

/// A room told one page after the other, for pipes, dumb terminals and screen readers.
///
/// Only pages the pager rests on are told, each once: nothing that passes by, and nothing twice unless it changed.
public struct LinearText: Hashable, Sendable {
    private var told: Told?

    private struct Told: Hashable {
        let place: StatusLine.Place
        let page: Page?
        let isLoading: Bool
    }

    public init() {}

    /// The block for the page `replica` rests on, or nil while it moves and when that block is already told.
    public mutating func next(_ replica: Replica) -> String? {
        let page: Page?
        switch replica.phase {
        case .dragging, .settling: return nil
        case .empty: page = nil
        case .idle:
            page = replica.window.first { $0.index == replica.settled }?.page
            guard page != nil else { return nil }
        }
        let place = page == nil ? .none : replica.place(at: replica.position)
        let isLoading = page == nil && replica.loading
        let now = Told(place: place, page: page, isLoading: isLoading)
        guard now != told else { return nil }
        told = now
        return LinearText.block(place: place, page: page, isLoading: isLoading)
    }

    /// `page 4 of 12: Title`, `no pages` or `loading`, the body below it, and an empty line behind; control characters become `·`.
    public static func block(place: StatusLine.Place, page: Page?, isLoading: Bool = false) -> String {
        var status = StatusLine(room: "", place: place, phase: .idle, members: 0)
        status.isLoading = isLoading
        let head = status.placeText
        guard let page else { return head + "\n\n" }
        let title = page.title.isEmpty ? head : "\(head): \(page.title)"
        let lines = page.body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let body = page.body.isEmpty ? [] : lines
        return ([title[...]] + body).map { harmless($0) + "\n" }.joined() + "\n"
    }

    private static func harmless(_ line: Substring) -> String {
        String(line.map { $0.isControl && $0 != "\t" ? "·" : $0 })
    }
}
