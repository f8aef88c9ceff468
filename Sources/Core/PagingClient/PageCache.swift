package import PagingContent
package import PagingEngine
package import PagingRoom

/// Pages outside the window, fetched piece by piece: those around a reader who is alone, and for a search or an overview
/// all there are.
package struct PageCache: Hashable, Sendable {
    /// More pages are not fetched for a look at all of them.
    package static let limit = 2_000
    /// Pages of one request: their bodies may be long, and the answer is one message.
    package static let piece = 8

    /// What is needed.
    package enum Need: Hashable, Sendable {
        case nothing
        /// The page and its neighbours.
        case around(PageIndex)
        /// All pages that may be read; first those around this one.
        case all(PageIndex)
    }

    private var revision: Int64?
    private var known: [Int64: Page] = [:]
    private var asked: RequestID?
    /// Keys that did not come though they were asked for; once is enough.
    private var missing: Set<Int64> = []

    /// Whether an answer is still to come.
    package var isAsking: Bool { asked != nil }

    package init() {}

    /// Takes note of the window; pages of an older content are forgotten.
    package mutating func note(_ replica: Replica) {
        if revision != replica.revision {
            self = PageCache()
            revision = replica.revision
        }
        note(replica.window, of: replica)
    }

    private mutating func note(_ pages: [WindowPage], of replica: Replica) {
        for page in pages {
            guard let key = replica.rowPlace(of: page.index), known[key] != page.page else { continue }
            // A page comes without its notes in the window, and with them to presenters who ask.
            if known[key]?.notes == nil || page.page.notes != nil { known[key] = page.page }
        }
    }

    /// What came for a request.
    package mutating func answered(_ id: RequestID, _ pages: [WindowPage], of replica: Replica) {
        note(pages, of: replica)
        if id == asked { asked = nil }
    }

    /// A request was refused, or its answer will not come any more.
    package mutating func failed(_ id: RequestID) {
        if id == asked { asked = nil }
    }

    /// The next piece to ask for, nil while one is under way and when nothing is missing; then tell `asking`.
    package func wanted(_ need: Need, replica: Replica, role: Role) -> (first: PageIndex, count: Int)? {
        guard asked == nil, let reach = replica.readable(by: role) else { return nil }
        let near: PageIndex
        switch need {
        case .nothing: return nil
        case .around(let page), .all(let page): near = page
        }
        let around = [near, near + 1, near - 1].filter(reach.contains)
        if let page = around.first(where: { isMissing($0, replica) }) { return piece(from: page, in: reach) }
        guard case .all = need, replica.wrap != .unbounded else { return nil }
        let count = Int64(min(replica.count, PageCache.limit))
        let start = replica.wrap == .finite ? PageIndex(0) : near
        let pages = (0..<count).lazy.map { start + $0 }
        return pages.first { reach.contains($0) && isMissing($0, replica) }.flatMap { piece(from: $0, in: reach) }
    }

    /// A piece was asked for.
    package mutating func asking(_ id: RequestID, from first: PageIndex, count: Int, of replica: Replica) {
        asked = id
        for step in 0..<Int64(count) {
            if let key = replica.rowPlace(of: first + step) { missing.insert(key) }
        }
    }

    private func isMissing(_ page: PageIndex, _ replica: Replica) -> Bool {
        guard let key = replica.rowPlace(of: page) else { return false }
        return known[key] == nil && !missing.contains(key)
    }

    private func piece(from first: PageIndex, in reach: ClosedRange<PageIndex>) -> (first: PageIndex, count: Int) {
        (first, Int(min(Int64(PageCache.piece), reach.upperBound - first + 1)))
    }

    /// What is known within two pages of `page`, for drawing.
    package func neighbours(of page: PageIndex, in replica: Replica) -> [WindowPage] {
        (-2...2).compactMap { (step: Int64) in
            let index = page + step
            guard let key = replica.rowPlace(of: index), let page = known[key] else { return nil }
            return WindowPage(index: index, item: replica.wrap == .unbounded ? nil : Int(key), page: page)
        }
    }

    /// The known pages of a list in their order, with their places in it; none of an endless row.
    package func listed(in replica: Replica) -> [(item: Int, page: Page)] {
        guard replica.wrap != .unbounded else { return [] }
        return known.sorted { $0.key < $1.key }.map { (Int($0.key), $0.value) }
    }

    /// The place in the list of the page with this id, as far as it is known.
    package func item(of page: PageID) -> Int? {
        known.first { $0.value.id == page }.map { Int($0.key) }
    }

    /// What stands at a place, as far as it is known.
    package func page(at index: PageIndex, in replica: Replica) -> Page? {
        replica.rowPlace(of: index).flatMap { known[$0] }
    }
}
