package import PagingEngine

/// The planned times of a talk's pages, from its rehearsal.
package struct Pace: Hashable, Sendable {
    /// The times, from the start of the talk, to reach and to leave each page.
    private let plan: [PageID: ClosedRange<Int64>]
    /// The planned duration of the whole talk.
    package let totalMilliseconds: Int64

    /// - Parameters:
    ///   - order: the pages of the talk in order; nil: as the rehearsal first reached them. Pages without a rehearsal
    ///     take no time.
    ///   - durationMilliseconds: the duration of the talk, to which the times of the rehearsal are scaled; nil: as
    ///     they are.
    package init(_ times: RehearsalTimes, order: [PageID]? = nil, durationMilliseconds: Int64? = nil) {
        let stay = Dictionary(times.entries.map { ($0.page, $0.milliseconds) }) { first, _ in first }
        let pages = order ?? times.entries.map(\.page)
        let rehearsed = pages.reduce(Int64(0)) { $0 + (stay[$1] ?? 0) }
        let whole = durationMilliseconds ?? rehearsed
        func scaled(_ milliseconds: Int64) -> Int64 {
            rehearsed > 0 ? Int64((Double(milliseconds) * Double(whole) / Double(rehearsed)).rounded()) : 0
        }
        var plan: [PageID: ClosedRange<Int64>] = [:]
        var sum: Int64 = 0
        for page in pages where plan[page] == nil {
            let end = sum + (stay[page] ?? 0)
            plan[page] = scaled(sum)...scaled(end)
            sum = end
        }
        self.plan = plan
        totalMilliseconds = scaled(sum)
    }

    /// The planned times on a page, in milliseconds from the start; nil for a page that is not planned.
    package func stay(on page: PageID) -> ClosedRange<Int64>? { plan[page] }

    /// The lead over the plan on `page` after `elapsedMilliseconds`: 0 during the page's own time, negative after it.
    /// Nil for a page that is not planned.
    package func aheadMilliseconds(on page: PageID, elapsedMilliseconds: Int64) -> Int64? {
        guard let stay = plan[page] else { return nil }
        if elapsedMilliseconds < stay.lowerBound { return stay.lowerBound - elapsedMilliseconds }
        return min(0, stay.upperBound - elapsedMilliseconds)
    }
}
