package import PagingContent

/// How many lines of a page are hidden above and below what is in view.
package struct PageOverflow: Hashable, Sendable {
    package let above: Int
    package let below: Int

    package static let none = PageOverflow(lines: 0, room: 0, scroll: 0)

    /// Of so many `lines` with `room` for some, from line `scroll` on, or from as far as there is anything below.
    init(lines: Int, room: Int, scroll: Int) {
        let most = max(0, lines - max(0, room))
        above = min(max(scroll, 0), most)
        below = most - above
    }

    /// What a frame says about it, the longest first.
    func texts(ellipsis: String) -> [String] {
        let lines = below == 1 || (below == 0 && above == 1) ? "line" : "lines"
        let more = below > 0 ? " \(ellipsis) \(below) more \(lines) " : ""
        guard above > 0 else { return [more] }
        guard below > 0 else { return [" \(above) \(lines) above "] }
        return [" \(above) above,\(more)", " \(above)+\(below) "]
    }
}

extension PageOverflow {
    /// Of a page with all of its steps, alone in a window of this size, status line and frame taken off.
    package init(of page: Page, document: Document? = nil, columns: Int, rows: Int) {
        var frame = PageFrame(page: page, borders: .ascii)
        frame.document = document
        self = frame.overflow(columns: max(1, columns), rows: Scene.pageRows(columns: columns, rows: rows))
    }
}
