extension Pager {
    /// What must hold after every input, checked in release builds too: a pager that is wrong is worse than none.
    ///
    /// That a drag and an animation never coexist needs no check: `Phase` cannot say it.
    func checkInvariants() {
        guard !order.isEmpty else {
            guard case .empty = phase else { preconditionFailure("a pager without pages is empty") }
            return
        }
        let first = order.firstPage
        let last = order.lastPage
        precondition(settled >= first && settled <= last, "the settled page exists")
        precondition(origin >= first && origin <= last, "the window's centre exists")
        precondition(
            position.units > (first.value - 1) * Position.unitsPerPage
                && position.units < (last.value + 1) * Position.unitsPerPage,
            "the pager stands less than a page beyond an edge")
        precondition(strip == nil || phase.name == .idle, "the strip is only held while the pager rests")
        switch phase {
        case .empty:
            preconditionFailure("a pager with pages is not empty")
        case .idle:
            precondition(
                position == Position(page: settled) || (configuration.isFree && current == settled),
                "a pager at rest stands exactly on its settled page, or nearest to it when it runs freely")
        case .dragging(let drag):
            precondition(drag.base >= first && drag.base <= last, "a drag starts from a page that exists")
            precondition(drag.lastSampleAt <= now, "no sample is newer than now")
        case .settling(let animation):
            let page = animation.to.nearestPage
            precondition(page >= first && page <= last, "an animation goes to a page that exists")
            precondition(animation.start <= now && now < animation.end, "an animation that is over has completed")
        }
    }
}
