package import PagingEngine

/// The time spent on each page of a talk.
package struct RehearsalTimes: Hashable, Sendable {
    /// A page and the time of all visits to it.
    package struct PageTime: Hashable, Sendable {
        package let page: PageID
        package let title: String
        /// The page as people counted it at its first visit.
        package let number: Int64
        package var milliseconds: Int64

        package init(page: PageID, title: String, number: Int64, milliseconds: Int64) {
            self.page = page
            self.title = title
            self.number = number
            self.milliseconds = milliseconds
        }
    }

    /// Each page once, in the order of first arrivals.
    package let entries: [PageTime]

    package init(_ entries: [PageTime]) {
        self.entries = entries
    }

    /// Counts a page from the start of its visit to the start of the next page's, without gaps.
    package init(_ recording: Recording) {
        var entries: [PageTime] = []
        var place: [PageID: Int] = [:]
        let ends = recording.visits.dropFirst().map(\.milliseconds) + [recording.durationMilliseconds]
        for (visit, end) in zip(recording.visits, ends) {
            let unseen = recording.gaps.reduce(Int64(0)) { sum, gap in
                sum + max(0, min(gap.upperBound, end) - max(gap.lowerBound, visit.milliseconds))
            }
            let stay = end - visit.milliseconds - unseen
            if let index = place[visit.page] {
                entries[index].milliseconds += stay
            } else {
                place[visit.page] = entries.count
                entries.append(
                    PageTime(page: visit.page, title: visit.title, number: visit.number, milliseconds: stay))
            }
        }
        self.entries = entries
    }

    package var totalMilliseconds: Int64 { entries.reduce(0) { $0 + $1.milliseconds } }
}
