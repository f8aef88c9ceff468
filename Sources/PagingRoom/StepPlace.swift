public import PagingEngine

/// A page and how many of its steps are shown: where people are in a talk.
public struct StepPlace: Hashable, Sendable {
    public let page: PageIndex
    public let shown: Int

    public init(page: PageIndex, shown: Int) {
        self.page = page
        self.shown = shown
    }
}

extension Replica {
    /// Where everybody goes.
    public var stepPlace: StepPlace { StepPlace(page: target, shown: shown) }
}
