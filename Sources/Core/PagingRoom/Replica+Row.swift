package import PagingEngine

extension Replica {
    /// The pages there are, from the first to the last; nil when there is none.
    package var row: ClosedRange<PageIndex>? {
        switch wrap {
        case .finite:
            return count > 0 ? PageIndex(0)...PageIndex(Int64(count) - 1) : nil
        case .loop where count == 0:
            return nil
        case .loop, .unbounded:
            return PageIndex(1 - PageIndex.bound)...PageIndex(PageIndex.bound - 1)
        }
    }

    /// The pages a member of this role may read away from the others; nil when there is none.
    ///
    /// The leash binds all but presenters: `none` to the window, `back` to what ends with it.
    package func readable(by role: Role) -> ClosedRange<PageIndex>? {
        guard let row, role != .presenter, control.leash != .free else { return row }
        let reach = Int64(configuration.windowSlots / 2)
        let (first, last) = (origin + -reach, origin + reach)
        let start = control.leash == .back ? min(PageIndex(0), first) : first
        return max(start, row.lowerBound)...max(min(last, row.upperBound), max(start, row.lowerBound))
    }

    /// The place in the list that a page shows, its own number in an endless row; nil beyond an end.
    package func rowPlace(of page: PageIndex) -> Int64? {
        switch wrap {
        case .unbounded: return page.value
        case .finite: return (0..<Int64(count)).contains(page.value) ? page.value : nil
        case .loop:
            guard count > 0 else { return nil }
            let rest = page.value % Int64(count)
            return rest < 0 ? rest + Int64(count) : rest
        }
    }
}
