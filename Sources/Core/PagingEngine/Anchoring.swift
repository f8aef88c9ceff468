/// How a change of content carries a pager along.
struct Anchoring {
    /// The new place of the page that holds the pager: the one it is going to, or what is left nearest to that.
    let page: PageIndex
    /// Whole pages by which everything is carried, so that the page in view stays in view.
    let carried: Distance
    /// Whether the page that holds the pager is still there.
    let survived: Bool
}

extension Anchoring {
    /// Anchors at the old page `target`, while the pager stands at the old place `position`.
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

    /// Pages of `carried`.
    var carriedPages: Int64 { carried.units / Position.unitsPerPage }
}
