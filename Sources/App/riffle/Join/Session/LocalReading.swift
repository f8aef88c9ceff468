import PagingClient
import PagingContent
import PagingEngine
import PagingRoom
import TerminalView

/// The pages that a session knows, and where this member reads in them: with the others, alone, or at the hits of a
/// search.
struct LocalReading {
    /// The local position, while this member reads alone.
    private(set) var reader: DetachedReader?
    private(set) var search = PageSearch()
    /// Pages fetched for the reader, a search or an overview.
    private var cache = PageCache()
    /// Pages seen before.
    private var seen = SeenPages()
    private let documents: DocumentCache

    init(documents: DocumentCache = DocumentCache()) {
        self.documents = documents
    }

    var isDetached: Bool { reader != nil }

    /// The page in the own window.
    func page(_ replica: Replica) -> PageIndex { reader?.index ?? replica.target }

    // MARK: Reading alone

    mutating func leaveOthers(at page: PageIndex, from position: Position, now: Instant) {
        reader = DetachedReader(at: page, from: position, now: now)
    }

    mutating func rejoinOthers() {
        reader = nil
        search.hide()
    }

    mutating func turn(to page: PageIndex, at now: Instant) { reader?.turn(to: page, at: now) }

    /// Follows new pages: those around the reader lie `pages` further along.
    mutating func carry(by pages: Int64, in replica: Replica) { reader?.carry(by: pages, in: replica) }

    // MARK: Fetching

    /// Follows the room, and returns the next batch that has to be fetched; then call `fetching`.
    ///
    /// - Parameter needsAll: whether a prompt needs all pages.
    mutating func nextFetch(
        needsAll: Bool, _ replica: Replica, _ role: Role
    ) -> (first: PageIndex, count: Int)? {
        cache.note(replica)
        reader?.update(from: cache, replica: replica, role: role)
        let near = page(replica)
        let needsAll = needsAll || search.isWaiting || reader?.isSeeking == true
        let need: PageCache.Need = needsAll ? .all(near) : reader == nil ? .nothing : .around(near)
        return cache.nextFetch(need, replica: replica, role: role)
    }

    mutating func fetching(_ id: RequestID, from first: PageIndex, count: Int, of replica: Replica) {
        cache.fetching(id, from: first, count: count, of: replica)
    }

    mutating func failed(_ id: RequestID) { cache.failed(id) }

    mutating func receive(_ pages: [WindowPage], for id: RequestID, _ replica: Replica?) {
        seen.note(pages)
        if let replica { cache.receive(id, pages, of: replica) }
    }

    /// Keeps the pages that are drawn; returns the first of three pages on the way of the pager to fetch, if any.
    mutating func willDraw(_ replica: Replica) -> PageIndex? {
        seen.note(replica)
        return reader == nil ? seen.wanted(replica) : nil
    }

    /// The connection is new: its room may be another one.
    mutating func joined() { seen.clear() }

    /// The replica was replaced as a whole.
    mutating func replaced() { cache = PageCache() }

    // MARK: Search

    mutating func beginSearch(_ text: String) { search.begin(text) }

    mutating func hideHits() { search.hide() }

    /// Runs the search that waits for pages, once all have come; false while there is none.
    mutating func runSearch(_ replica: Replica) -> Bool {
        guard search.isWaiting, !cache.isFetching else { return false }
        let listed = cache.listed(in: replica)
        let pages = listed.map(\.page)
        let documents = documents(of: pages)
        let here = replica.rowPlace(of: page(replica)) ?? 0
        let start = listed.firstIndex { Int64($0.item) >= here } ?? 0
        search.run(from: start) { $0.hits(in: pages, documents: documents) }
        return true
    }

    /// Goes on by `step` hits; false when there are none.
    mutating func advanceHit(by step: Int) -> Bool { search.advance(by: step) }

    /// The place in the list of the page with the current hit, when it is another page than the one in the own window.
    func hitItem(_ replica: Replica) -> Int? {
        guard let hit = search.current, let item = cache.item(of: hit.page) else { return nil }
        return replica.rowPlace(of: page(replica)) == Int64(item) ? nil : item
    }

    // MARK: Content

    /// The known pages of the list.
    func listed(_ replica: Replica) -> [Page] { cache.listed(in: replica).map(\.page) }

    /// The place in the list of the miniature with a number in the overview.
    func item(ofMiniature number: Int, _ replica: Replica) -> Int? {
        let listed = cache.listed(in: replica)
        return listed.indices.contains(number) ? listed[number].item : nil
    }

    /// A fetched page, with the notes that a presenter gets.
    func fetchedPage(at index: PageIndex, _ replica: Replica) -> Page? { cache.page(at: index, in: replica) }

    /// The pages outside the window, for drawing.
    func beyond(_ replica: Replica) -> [WindowPage] {
        reader.map { cache.neighbours(of: $0.index, in: replica) } ?? seen.pages
    }

    func documents(of pages: [Page]) -> [PageID: Document] { documents.documents(of: pages) }
}
