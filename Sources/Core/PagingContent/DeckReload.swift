/// A deck that is read again whenever its file has changed, and stays as it was while the file is no deck.
///
/// A page that only moved or was rewritten keeps its id, so that everybody stays on it; a page that has come gets an id
/// no page had before.
package struct DeckReload: Hashable, Sendable {
    /// What came of reading again.
    package enum Outcome: Hashable, Sendable {
        /// Nothing in it that anybody sees is different.
        case same
        /// `deck` is another one now.
        case changed
        /// The text is no deck; `deck` is what it was.
        case kept(DeckError)

        /// A line for whoever edits `file`: `file:line:column: what is wrong`; nil when nothing is.
        package func complaint(file: String) -> String? {
            guard case .kept(let error) = self else { return nil }
            return "\(file):\(error); the pages stay as they were"
        }
    }

    /// The last deck that could be read.
    package private(set) var deck: Deck

    package init(_ deck: Deck) {
        self.deck = deck
    }

    /// Reads the bytes the file has now.
    package mutating func read(utf8 bytes: [UInt8]) -> Outcome {
        do throws(DeckError) {
            let next = try Deck(utf8: bytes).keepingIDs(of: deck)
            let isSame =
                next.pages == deck.pages && next.title == deck.title && next.author == deck.author
                && next.preset == deck.preset && next.duration == deck.duration
            deck = next
            return isSame ? .same : .changed
        } catch {
            return .kept(error)
        }
    }
}

extension Deck {
    /// The deck with the ids of `old` for the pages that were there before.
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
