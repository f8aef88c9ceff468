package import PagingContent
package import PagingEngine

/// A change of the room's pages.
package enum ContentEdit: Hashable, Sendable {
    /// All pages of another deck; the path is relative to the script.
    case deck(String)
    /// These pages instead of all there are.
    case pages([Page])
    /// The same pages without these.
    case remove([PageReference])
    /// A new page beside an existing one.
    case insert(Page, Side, PageReference)
    /// Another title or body of a page; nil leaves it unchanged.
    case change(PageReference, title: String?, body: String?)

    /// The side of the existing page.
    package enum Side: String, Hashable, Sendable, CaseIterable {
        case before
        case after
    }

    /// A page by its id or by its role at the moment of the edit.
    package enum PageReference: Hashable, Sendable {
        /// The page nearest to the position.
        case current
        /// The page the pager moves to.
        case target
        /// The page the pager rests on, or rested on before it began to move.
        case settled
        case id(PageID)
    }
}

extension ContentEdit {
    /// An error of an edit.
    enum Problem: Error, Hashable {
        case unknownPage(String)
        case duplicatePage(String)
        case unknownDeck(String)
    }

    /// The pages after the edit. `locate` returns the id of a referenced page, nil when there is none.
    func applied(
        to pages: [Page], decks: [String: [Page]], locate: (PageReference) -> PageID?
    ) throws(Problem) -> [Page] {
        switch self {
        case .deck(let path):
            guard let deck = decks[path] else { throw .unknownDeck(path) }
            return deck
        case .pages(let pages): return pages
        case .remove(let references):
            var gone: Set<Int> = []
            for reference in references { gone.insert(try ContentEdit.place(of: reference, in: pages, locate)) }
            return pages.indices.filter { !gone.contains($0) }.map { pages[$0] }
        case .insert(let page, let side, let reference):
            guard !pages.contains(where: { $0.id == page.id }) else { throw .duplicatePage(page.id.text) }
            let place = try ContentEdit.place(of: reference, in: pages, locate)
            var edited = pages
            edited.insert(page, at: side == .before ? place : place + 1)
            return edited
        case .change(let reference, let title, let body):
            let place = try ContentEdit.place(of: reference, in: pages, locate)
            var edited = pages
            edited[place].title = title ?? edited[place].title
            edited[place].body = body ?? edited[place].body
            return edited
        }
    }

    private static func place(
        of reference: PageReference, in pages: [Page], _ locate: (PageReference) -> PageID?
    ) throws(Problem) -> Int {
        guard let id = locate(reference), let place = pages.firstIndex(where: { $0.id == id }) else {
            throw .unknownPage(reference.words)
        }
        return place
    }
}

extension ContentEdit.PageReference {
    /// The word in the script.
    var words: String {
        switch self {
        case .current: "current"
        case .target: "target"
        case .settled: "settled"
        case .id(let id): id.text
        }
    }
}
