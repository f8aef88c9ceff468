import PagingContent
import PagingEngine
import PagingRoom

/// The state that all actors of a run share: the time, the pages that the script knows, and the failures.
struct SharedRun {
    let script: Script
    private(set) var now: Instant
    /// The differences from the script, in the order of time.
    private(set) var failures: [ScriptFailure] = []
    /// Whether nothing is logged, as in load runs.
    var isQuiet: Bool
    /// The users or actors that show something else than the actor at hand, in words.
    var othersOutOfStep: [String] = []
    private let decks: [String: [Page]]
    /// The room's pages as far as the script knows them, for edits.
    private var pages: [Page]?

    init(script: Script, decks: [String: [Page]], start: Instant, isQuiet: Bool) {
        self.script = script
        self.decks = decks
        self.isQuiet = isQuiet
        now = start
        pages =
            switch script.room.source {
            case .deck(let path): decks[path]
            case .supplier(let supplier): supplier.list
            }
    }

    /// Sets the clock; it never runs backwards.
    mutating func advance(to moment: Instant) { now = max(now, moment) }

    mutating func record(_ failure: ScriptFailure) { failures.append(failure) }

    /// Returns the failures since the last call.
    mutating func takeFailures() -> [ScriptFailure] {
        guard !failures.isEmpty else { return [] }
        defer { failures = [] }
        return failures
    }

    /// An edit of the room's pages was accepted.
    mutating func accepted(_ edited: [Page]) { pages = edited }

    /// The room's pages with `edit` made. The script must know all pages, because an edit replaces the list.
    func edited(_ edit: ContentEdit, in view: RoomView.Moment) throws(StepRequest.Problem) -> [Page] {
        let replica = view.replica
        var known: [Page] = []
        if !edit.replacesAll {
            guard let pages, replica.shows(pages) else {
                let found = pages == nil ? "none; name its deck in `room`" : "others in the room"
                throw StepRequest.Problem(expected: "to know the room's pages", found: found)
            }
            known = pages
        }
        do {
            return try edit.applied(to: known, decks: decks) { reference in
                replica.id(of: reference, at: view.position(at: now), in: known)
            }
        } catch {
            throw StepRequest.Problem(expected: "to edit the pages", found: error.words)
        }
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
