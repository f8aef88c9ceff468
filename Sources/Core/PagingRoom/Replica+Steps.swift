package import PagingContent
package import PagingEngine

extension Replica {
    /// How many steps of a page are shown: all of one before the target, none of one behind it.
    package func stepsShown(of page: Page, at index: PageIndex) -> Int {
        guard index == target else { return index < target ? page.steps : 0 }
        return min(shown, page.steps)
    }

    /// Where a step from `page` leads, as far as the pages of the window tell; nil shown turns the whole page.
    package func place(after direction: Input.Direction, from page: PageIndex, shown: Int?) -> StepPlace {
        if let next = shown.map({ $0 + Int(direction.rawValue) }), (0...steps(at: page)).contains(next) {
            return StepPlace(page: page, shown: next)
        }
        let next = page + direction.rawValue
        let isBeyond = wrap == .finite && !(0..<Int64(count)).contains(next.value)
        guard !isBeyond else { return StepPlace(page: page, shown: shown ?? 0) }
        return StepPlace(page: next, shown: direction == .back ? steps(at: next) : 0)
    }

    private func steps(at index: PageIndex) -> Int {
        window.first { $0.index == index }?.page.steps ?? 0
    }
}
