package import PagingEngine

/// When a talk should be where, after its rehearsal.
package struct Pace: Hashable, Sendable {
    /// From the beginning of the talk: when each page should be reached and left.
    private let plan: [PageID: ClosedRange<Int64>]
    /// How long the whole talk is planned to take.
    package let totalMilliseconds: Int64

    /// - Parameters:
    ///   - order: the pages of the talk as they follow; nil as they were first reached in the rehearsal. Pages that
    ///     were not rehearsed take no time.
    ///   - durationMilliseconds: how long the talk may take; the rehearsal's times are stretched or pressed to it. Nil
    ///     takes them as they are.
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

    /// When a page should be reached and left, in milliseconds from the beginning; nil for one that is not planned.
    package func stay(on page: PageID) -> ClosedRange<Int64>? { plan[page] }

    /// How much earlier than planned the talk is on `page` after `elapsedMilliseconds`: 0 during the page's own time,
    /// negative once it should have been left. Nil for a page that is not planned.
    package func aheadMilliseconds(on page: PageID, elapsedMilliseconds: Int64) -> Int64? {
        guard let stay = plan[page] else { return nil }
        if elapsedMilliseconds < stay.lowerBound { return stay.lowerBound - elapsedMilliseconds }
        return min(0, stay.upperBound - elapsedMilliseconds)
    }
}
