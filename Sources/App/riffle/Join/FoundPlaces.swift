import PagingEngine
import TerminalView

/// What a search has found, and which of the places one is at.
struct FoundPlaces {
    let wanted: String
    private(set) var hits: [Search.Hit] = []
    private(set) var place: Int?

    init(wanted: String) {
        self.wanted = wanted
    }

    var current: Search.Hit? { place.map { hits[$0] } }

    var prompt: SearchPrompt {
        guard let place else { return SearchPrompt(wanted: wanted, outcome: .missing) }
        return SearchPrompt(wanted: wanted, outcome: .found(number: place + 1, count: hits.count))
    }

    /// Takes what was found and goes to the first place from a page of the list on, or from the beginning again.
    mutating func take(_ hits: [Search.Hit], from item: Int) {
        self.hits = hits
        place = hits.firstIndex { $0.item >= item } ?? (hits.isEmpty ? nil : 0)
    }

    /// To the next place, or the one before, round the ends.
    mutating func go(by step: Int) {
        guard let place else { return }
        self.place = (place + step + hits.count) % hits.count
    }
}
