package import PagingContent
package import PagingEngine
package import PagingRoom

/// Pages outside the window, fetched in batches: those around a member that reads alone, and all pages for a search or
/// an overview.
package struct PageCache: Hashable, Sendable {
    /// Number of pages fetched at most for a search or an overview.
    package static let limit = 2_000
    /// Pages of one request; small, since their bodies may be long and the answer is one message.
    package static let batch = 8

    /// The pages that are needed.
    package enum Need: Hashable, Sendable {
        case nothing
        /// The page and its neighbours.
        case around(PageIndex)
        /// All pages that may be read; first those around this one.
        case all(PageIndex)
    }

    private struct Request: Hashable {
        let id: RequestID
        let end: PageIndex
    }

    private var revision: Int64?
    private var known: [Int64: Page] = [:]
    private var request: Request?
    /// Keys that were requested once already; a page that did not come is not requested again.
    private var requested: Set<Int64> = []

    /// Whether a request is under way.
    package var isFetching: Bool { request != nil }

    package init() {}

    /// Adds the pages of the window; forgets those of an older content.
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
            // In the window a page has no notes; a presenter's request brings them.
            if known[key]?.notes == nil || page.page.notes != nil { known[key] = page.page }
        }
    }

    /// Adds the pages that answer a request. Those that did not fit into the answer can be requested again.
    package mutating func receive(_ id: RequestID, _ pages: [WindowPage], of replica: Replica) {
        note(pages, of: replica)
        guard let request, id == request.id else { return }
        self.request = nil
        guard var rest = pages.last?.index else { return }
        while rest + 1 < request.end {
            rest = rest + 1
            if let key = replica.rowPlace(of: rest) { requested.remove(key) }
        }
    }

    /// A request was refused, or its connection was lost.
    package mutating func failed(_ id: RequestID) {
        if id == request?.id { request = nil }
    }

    /// The next batch to request, to be confirmed by `fetching`; nil while one is under way and when nothing is
    /// missing.
    package func nextFetch(_ need: Need, replica: Replica, role: Role) -> (first: PageIndex, count: Int)? {
        guard request == nil, let reach = replica.readable(by: role) else { return nil }
        let near: PageIndex
        switch need {
        case .nothing: return nil
        case .around(let page), .all(let page): near = page
        }
        let around = [near, near + 1, near - 1].filter(reach.contains)
        if let page = around.first(where: { isMissing($0, replica) }) { return batch(from: page, in: reach) }
        guard case .all = need, replica.wrap != .unbounded else { return nil }
        let count = Int64(min(replica.count, PageCache.limit))
        let start = replica.wrap == .finite ? PageIndex(0) : near
        let pages = (0..<count).lazy.map { start + $0 }
        return pages.first { reach.contains($0) && isMissing($0, replica) }.flatMap { batch(from: $0, in: reach) }
    }

    /// A batch was requested.
    package mutating func fetching(_ id: RequestID, from first: PageIndex, count: Int, of replica: Replica) {
        request = Request(id: id, end: first + Int64(count))
        for step in 0..<Int64(count) {
            if let key = replica.rowPlace(of: first + step) { requested.insert(key) }
        }
    }

    private func isMissing(_ page: PageIndex, _ replica: Replica) -> Bool {
        guard let key = replica.rowPlace(of: page) else { return false }
        return known[key] == nil && !requested.contains(key)
    }

    private func batch(from first: PageIndex, in reach: ClosedRange<PageIndex>) -> (first: PageIndex, count: Int) {
        (first, Int(min(Int64(PageCache.batch), reach.upperBound - first + 1)))
    }

    /// The known pages within two pages of `page`, for drawing.
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

    /// The place in the list of the page with this id, when it is known.
    package func item(of page: PageID) -> Int? {
        known.first { $0.value.id == page }.map { Int($0.key) }
    }

    /// The page at `index`, when it is known.
    package func page(at index: PageIndex, in replica: Replica) -> Page? {
        replica.rowPlace(of: index).flatMap { known[$0] }
    }
}
