/// A deck that is read again when its file changes.
///
/// A page that was moved or edited keeps its id, so that members stay on it; a new page gets an id that no page had
/// before.
package struct DeckReload: Hashable, Sendable {
    /// The last deck that was read without an error.
    package private(set) var deck: Deck

    package init(_ deck: Deck) {
        self.deck = deck
    }

    /// Takes the deck as it is now. Returns whether anything visible has changed.
    package mutating func take(_ newDeck: Deck) -> Bool {
        let next = newDeck.keepingIDs(of: deck)
        let isSame =
            next.pages == deck.pages && next.title == deck.title && next.settings == deck.settings
            && next.preset == deck.preset && next.duration == deck.duration
        deck = next
        return !isSame
    }
}

extension Deck {
    /// Returns the deck with the ids of `old` for the pages that `old` has too.
    func keepingIDs(of old: Deck) -> Deck {
        let match = PageMatch(old.pages, pages)
        var names = PageNames(taken: old.pages.map(\.id))
        var deck = self
        for (place, found) in match.places.enumerated() {
            deck.pages[place].id =
                found.map { old.pages[$0].id } ?? names.name(title: pages[place].title, number: place + 1)
        }
        return deck
    }
}

/// A match between the pages of an old deck and the pages of a new deck.
///
/// The rules apply in this order, and each old page is matched at most once: the same title and text at any place; the
/// same title; the same text with another title; the same number of rewritten pages between the same neighbours.
struct PageMatch {
    /// The place of the matching old page for each new page; nil for an added page.
    private(set) var places: [Int?]
    private let old: [Page]
    private let new: [Page]
    private var isTaken: [Bool]

    init(_ old: [Page], _ new: [Page]) {
        self.old = old
        self.new = new
        places = Array(repeating: nil, count: new.count)
        isTaken = Array(repeating: false, count: old.count)
        match { [$0.title, $0.body] }
        match { $0.title.isEmpty ? nil : [$0.title] }
        match { $0.body.isEmpty ? nil : [$0.body] }
        matchBetweenNeighbours()
    }

    /// Matches pages that have the same key, in their order; a page with a nil key is skipped.
    private mutating func match(by key: (Page) -> [String]?) {
        var candidates: [[String]: [Int]] = [:]
        for place in old.indices.reversed() where !isTaken[place] {
            if let key = key(old[place]) { candidates[key, default: []].append(place) }
        }
        for place in new.indices where places[place] == nil {
            guard let key = key(new[place]), let found = candidates[key]?.popLast() else { continue }
            take(found, for: place)
        }
    }

    private mutating func matchBetweenNeighbours() {
        var start = 0
        while start < new.count {
            guard places[start] == nil else {
                start += 1
                continue
            }
            let end = places[start...].firstIndex { $0 != nil } ?? new.count
            let before = start == 0 ? -1 : places[start - 1] ?? -1
            let after = end == new.count ? old.count : places[end] ?? old.count
            let gone = before < after ? (before + 1..<after).filter { !isTaken[$0] } : []
            if gone.count == end - start {
                for (place, found) in zip(start..<end, gone) { take(found, for: place) }
            }
            start = end
        }
    }

    private mutating func take(_ found: Int, for place: Int) {
        places[place] = found
        isTaken[found] = true
    }
}
