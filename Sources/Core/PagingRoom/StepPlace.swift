package import PagingEngine

/// A page and how many of its steps are shown: where people are in a talk.
package struct StepPlace: Hashable, Sendable {
    package let page: PageIndex
    package let shown: Int

    package init(page: PageIndex, shown: Int) {
        self.page = page
        self.shown = shown
    }
}

extension Replica {
    /// Where everybody goes.
    package var stepPlace: StepPlace { StepPlace(page: target, shown: shown) }
}
