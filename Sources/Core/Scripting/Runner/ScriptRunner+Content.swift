import PagingContent
import PagingEngine
import PagingRoom

extension ScriptRunner {
    /// Sends the room's pages with `edit` made. The script must know all pages, for an edit replaces the list.
    mutating func change(
        _ edit: ContentEdit, _ view: Performer.View, _ index: Int, into effects: inout [RunnerEffect]
    ) {
        let replica = view.replica
        var known: [Page] = []
        if !edit.replacesAll {
            guard let pages, replica.shows(pages) else {
                let found = pages == nil ? "none; name its deck in `room`" : "others in the room"
                fail(expected: "to know the room's pages", found: found, index, into: &effects)
                return
            }
            known = pages
        }
        let edited: [Page]
        do {
            edited = try edit.applied(to: known, decks: decks) { reference in
                replica.id(of: reference, at: view.position(at: now), in: known)
            }
        } catch {
            fail(expected: "to edit the pages", found: error.words, index, into: &effects)
            return
        }
        let request = Request.content(revision: replica.revision, edited, wrap: nil)
        guard let tag = send(request, index, into: &effects) else { return }
        performers[index].edits[tag] = edited
    }
}

extension ContentEdit {
    /// Whether the edit does not depend on the pages before.
    fileprivate var replacesAll: Bool {
        switch self {
        case .deck, .pages: true
        case .remove, .insert, .change: false
        }
    }
}

extension ContentEdit.Problem {
    fileprivate var words: String {
        switch self {
        case .unknownPage(let id): "no page `\(id)`"
        case .duplicatePage(let id): "a page `\(id)` already"
        case .unknownDeck(let path): "no deck `\(path)`"
        }
    }
}

extension Replica {
    /// Whether the room's list is `pages`, by its length and by the window.
    fileprivate func shows(_ pages: [Page]) -> Bool {
        count == pages.count
            && window.allSatisfy { slot in
                slot.item.map { pages.indices.contains($0) && pages[$0].id == slot.page.id } ?? false
            }
    }

    fileprivate func id(of reference: ContentEdit.PageReference, at place: Position, in pages: [Page]) -> PageID? {
        switch reference {
        case .id(let id): id
        case .current: item(of: place.nearestPage).map { pages[$0].id }
        case .target: item(of: target).map { pages[$0].id }
        case .settled: item(of: settled).map { pages[$0].id }
        }
    }
}
