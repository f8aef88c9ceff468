import PagingEngine
import PagingRoom

extension Replica {
    /// The strip of tabs of a room that has one; it stands where the pager does unless a hand moves it.
    func tabStrip(at position: Position) -> TabStrip? {
        guard configuration.hasStrip, !tabs.isEmpty else { return nil }
        return TabStrip(titles: tabs, place: strip ?? position, isEndless: wrap == .loop)
    }

    /// The buttons of a room that is turned by nothing else, for the page it is going to.
    var edgeButtons: EdgeButtons? {
        guard configuration.release == .refused else { return nil }
        guard let row else { return EdgeButtons(hasBack: false, hasForward: false) }
        return EdgeButtons(hasBack: target > row.lowerBound, hasForward: target < row.upperBound)
    }

    /// The title of the tab of the page nearest to `position`; nil without a strip.
    func tabTitle(at position: Position) -> String? {
        guard case .listed(let number, _) = place(at: position), configuration.hasStrip else { return nil }
        let item = Int(number) - 1
        return tabs.indices.contains(item) ? tabs[item] : nil
    }

    /// Where the pager stands in hundredths of a page, as people count pages; nil where it rests on whole ones.
    func placeHundredths(at position: Position) -> Int64? {
        guard configuration.release == .free else { return nil }
        let number: Int64
        switch place(at: position) {
        case .none: return nil
        case .listed(let listed, _): number = listed
        case .unbounded(let page): number = page
        }
        let way = position - Position(page: position.nearestPage)
        return number * 100 + ((way.units * 100 + Position.unitsPerPage / 2) >> 16)
    }
}
