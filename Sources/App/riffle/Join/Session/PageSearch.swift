import PagingEngine
import TerminalView

/// A search for text in all pages, and the hit it stands at.
struct PageSearch {
    private var text: String?
    private var hits: [Search.Hit] = []
    private var selected: Int?
    /// Whether the hits are marked on the pages.
    private(set) var isShown = false
    /// Whether pages to search through are still missing.
    private(set) var isWaiting = false

    var current: Search.Hit? { selected.map { hits[$0] } }

    /// The line about the search; nil while it is hidden.
    var prompt: SearchPrompt? {
        guard isShown, let text else { return nil }
        guard let selected else { return SearchPrompt(wanted: text, outcome: .missing) }
        return SearchPrompt(wanted: text, outcome: .found(number: selected + 1, count: hits.count))
    }

    /// The text that is marked on a page.
    var mark: PageMark? { isShown ? current?.mark : nil }

    /// Begins a search, which waits for `run`.
    mutating func begin(_ text: String) {
        (self.text, hits, selected) = (text, [], nil)
        isWaiting = true
    }

    /// Runs the search that waits, and selects the first hit from the place `start` on, or else from the beginning.
    mutating func run(from start: Int, hits find: (Search) -> [Search.Hit]) {
        isWaiting = false
        guard let text else { return }
        hits = find(Search(text))
        selected = hits.firstIndex { $0.item >= start } ?? (hits.isEmpty ? nil : 0)
        isShown = true
    }

    /// Shows the hits again, or goes on by `step` hits, around the ends; false when there are none.
    mutating func advance(by step: Int) -> Bool {
        guard let selected else { return false }
        if isShown { self.selected = (selected + step + hits.count) % hits.count }
        isShown = true
        return true
    }

    mutating func hide() { isShown = false }
}
