/// A change from one order of pages to another: the new index of each page.
struct Rebase {
    let old: PageOrder
    let new: PageOrder
}

extension Rebase {
    /// The new index of `page`, or nil when it is gone. A loop keeps the lap.
    func index(of page: PageIndex) -> PageIndex? {
        if old.wrap == .unbounded, new.wrap == .unbounded { return page }
        guard let id = old.id(of: page) else { return nil }
        guard new.wrap != .unbounded else { return PageIndex(named: id) }
        return new.ids.firstIndex(of: id).map { place(item: $0, lapOf: page) }
    }

    /// The new index of `item`, in the lap that `page` was in if both orders loop and it still fits.
    private func place(item: Int, lapOf page: PageIndex) -> PageIndex {
        let item = PageIndex(Int64(item))
        guard old.wrap == .loop, new.wrap == .loop, old.count > 0 else { return item }
        let count = Int64(old.count)
        let lap = (page.value - PageOrder.flooredModulo(page.value, count)) / count
        let (start, overflow) = lap.multipliedReportingOverflow(by: Int64(new.count))
        guard !overflow, start.magnitude < PageIndex.bound else { return item }
        let place = item + start
        return place.isWithinBound ? place : item
    }

    /// The remaining old page nearest to `page`; of two equally near, the following one.
    func nearestSurvivor(of page: PageIndex) -> PageIndex? {
        guard new.wrap != .unbounded else { return nearestNumbered(to: page) }
        if old.wrap == .unbounded { return nearest(to: page, among: new.ids.lazy.compactMap(PageIndex.init(named:))) }
        let survivors = Set(new.ids)
        for distance in 1...max(1, Int64(old.count)) {
            for candidate in [page + distance, page - distance] {
                if let id = old.id(of: candidate), survivors.contains(id) { return candidate }
            }
        }
        return nil
    }

    /// For a listed order becoming endless: the nearest page whose name is a number.
    private func nearestNumbered(to page: PageIndex) -> PageIndex? {
        let numbered = old.ids.indices.lazy.filter { PageIndex(named: old.ids[$0]) != nil }
        guard old.wrap == .loop else { return nearest(to: page, among: numbered.map { PageIndex(Int64($0)) }) }
        let item = PageOrder.flooredModulo(page.value, Int64(old.count))
        let laps = [-Int64(old.count), 0, Int64(old.count)]
        let pages = numbered.flatMap { place in laps.map { page - item + Int64(place) + $0 } }
        return nearest(to: page, among: pages.filter(old.contains))
    }

    private func nearest(to page: PageIndex, among pages: some Sequence<PageIndex>) -> PageIndex? {
        pages.min { left, right in
            let (leftWay, rightWay) = ((left - page).magnitude, (right - page).magnitude)
            return leftWay == rightWay ? left > right : leftWay < rightWay
        }
    }
}

extension PageIndex {
    /// The page an endless row calls `id`; nil unless it is a number as the row itself writes it, within the bound.
    init?(named id: PageID) {
        guard let number = Int64(id.text), String(number) == id.text else { return nil }
        self.init(number)
        guard isWithinBound else { return nil }
    }
}

/// The effect of new content on a pager: the page it goes to, and the shift of its position.
struct Anchoring {
    /// The new index of the target, or of the remaining page nearest to it.
    let page: PageIndex
    /// Whole pages by which position, drag and animation shift, so that the page in view stays in view.
    let carried: Distance
    /// Whether the target still exists.
    let survived: Bool
}

extension Anchoring {
    /// Anchors at the old page `target`, for a pager at the old position `position`.
    init(_ rebase: Rebase, target: PageIndex, position: Position) {
        if let index = rebase.index(of: target) {
            self.init(page: index, carried: Distance(pages: index - target), survived: true)
            return
        }
        let survivor = rebase.nearestSurvivor(of: target).flatMap(rebase.index)
        let page = survivor ?? rebase.new.nearest(to: target)
        let seen = [position.nearestPage, position.pageBelow, position.pageAbove].lazy
        let carried = seen.compactMap { page in rebase.index(of: page).map { $0 - page } }.first ?? (page - target)
        self.init(page: page, carried: Distance(pages: carried), survived: false)
    }

    /// `carried` in pages.
    var carriedPages: Int64 { carried.units / Position.unitsPerPage }
}
