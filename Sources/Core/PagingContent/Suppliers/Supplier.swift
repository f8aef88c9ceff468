package import PagingEngine

/// Where a room's pages come from.
package enum Supplier: Hashable, Sendable {
    /// …, −1, 0, 1, … without end.
    case numbers
    /// Animals without end, each chosen from the seed and its page, so that going back shows the same one.
    case animals(seed: UInt64)
    /// A list, such as a deck.
    case listed([Page])
    /// A list that takes so long to arrive; until then there are no pages.
    case delayed([Page], milliseconds: Int64)
}

extension Supplier {
    /// The order of the supplier's pages.
    ///
    /// Numbers and animals are always unbounded. A list goes round when `wrap` asks for a loop and is finite
    /// otherwise, since it has no pages beyond its ends; one that has not arrived is empty. The ids of a list must
    /// differ, as those of a `Deck` do.
    package func order(wrap: PageOrder.Wrap) -> PageOrder {
        switch self {
        case .numbers, .animals: return .unbounded
        case .listed(let pages): return Supplier.order(of: pages, wrap: wrap)
        case .delayed: return Supplier.order(of: [], wrap: wrap)
        }
    }

    private static func order(of pages: [Page], wrap: PageOrder.Wrap) -> PageOrder {
        guard let order = PageOrder(pages.map(\.id), loops: wrap == .loop) else {
            preconditionFailure("A list of pages has each page id once.")
        }
        return order
    }

    /// The page at `index`, or nil where `order` has none or names another page than this supplier has there.
    package func page(at index: PageIndex, in order: PageOrder) -> Page? {
        guard order.contains(index), let id = order.id(of: index) else { return nil }
        switch self {
        case .numbers:
            guard order.wrap == .unbounded else { return nil }
            return Page(id: id, title: String(index.value), body: NumberArt.text(of: index.value))
        case .animals(let seed):
            guard order.wrap == .unbounded else { return nil }
            let animal = Animal.at(index, seed: seed)
            return Page(id: id, title: animal.name, body: "Peek-a-boo!\n\n" + animal.drawing)
        case .listed(let pages):
            guard let item = order.item(of: index), pages.indices.contains(item), pages[item].id == id else {
                return nil
            }
            return pages[item]
        case .delayed:
            return nil
        }
    }
}

extension Supplier {
    /// The words for suppliers, without what may follow behind a colon.
    package enum Name: String, Hashable, Sendable, CaseIterable {
        case numbers
        case items
        case tabs
        case contents
        case animals
    }

    /// Why words name no supplier.
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case unknown(UnknownWord)
        /// The supplier is there, what stands behind its colon makes no sense.
        case detail(String)

        package var description: String {
            switch self {
            case .unknown(let word): word.description
            case .detail(let reason): reason
            }
        }
    }

    /// Reads the words for a supplier: `numbers`, `tabs`, `contents`, `items` or `items:NAME,NAME,…`, `animals` or
    /// `animals:SEED`.
    package init(words: String) throws(Failure) {
        let parts = words.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let name = Name(rawValue: parts[0]) else {
            throw .unknown(UnknownWord(parts[0], noun: "supplier", known: Name.allCases.map(\.rawValue)))
        }
        let detail = parts.count == 2 ? parts[1] : nil
        switch (name, detail) {
        case (.numbers, nil): self = .numbers
        case (.tabs, nil): self = .tabs
        case (.contents, nil): self = .contents
        case (.items, nil): self = .items()
        case (.items, let names?): self = .items(try Supplier.names(in: names))
        case (.animals, nil): self = .animals(seed: 1)
        case (.animals, let seed?):
            guard let seed = UInt64(seed) else { throw .detail("animals:\(seed): the seed is a whole number from 0") }
            self = .animals(seed: seed)
        case (.numbers, _), (.tabs, _), (.contents, _):
            throw .detail("\(words): nothing stands behind `\(name.rawValue)`")
        }
    }

    private static func names(in text: String) throws(Failure) -> [String] {
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
        guard names.allSatisfy({ !$0.isEmpty }) else {
            throw .detail("items:\(text): names with commas between them, none of them empty")
        }
        guard names.count <= DeckLimits.pages else { throw .detail("at most \(DeckLimits.pages) items are possible") }
        for name in names where name.utf8.count > DeckLimits.titleBytes || name.contains(where: \.isNewline) {
            throw .detail("an item's name is one line of at most \(DeckLimits.titleBytes) bytes")
        }
        return names
    }
}

extension Supplier {
    /// How long `contents` take to arrive: long enough that everybody sees that they are being loaded.
    package static let contentsMilliseconds: Int64 = 3_000

    /// Pages of these names; a name that occurs again keeps its title and gets an id of its own.
    package static func items(_ names: [String] = ["apple", "banana", "cherry", "damson", "elderberry"]) -> Supplier {
        var ids = PageNames()
        return .listed(
            names.enumerated().map { place, name in
                let number = place + 1
                return Page(
                    id: ids.name(title: name, number: number), title: name, body: NumberArt.text(of: Int64(number)))
            })
    }

    /// Tabs of different widths, for a strip of them.
    package static let tabs = Supplier.listed(
        ["A", "BBBB", "CCC", "DDDDDD"].map { title in
            Page(id: PageID(title.lowercased()), title: title, body: "The page of the tab \(title).")
        })

    /// Three pages of a colour each, which take their time to arrive.
    package static let contents = Supplier.delayed(
        ["tomato", "royal blue", "sea green"].enumerated().map { place, colour in
            let title = "PAGE\(place + 1)"
            return Page(id: PageID(title.lowercased()), title: title, body: "This page is \(colour).")
        }, milliseconds: contentsMilliseconds)

    /// The pages of a list, there or still to arrive; nil for an endless supply.
    package var list: [Page]? {
        switch self {
        case .numbers, .animals: nil
        case .listed(let pages), .delayed(let pages, _): pages
        }
    }
}

extension Preset {
    /// What a room of this preset shows unless told otherwise: what the system it is named after shows.
    package var supplier: Supplier {
        switch self {
        case .threePage, .threePagePredicted, .continuous: .numbers
        case .carousel: .items()
        case .tabs: .tabs
        case .buttons: .contents
        case .majority: .animals(seed: 1)
        }
    }

    /// Reads a preset's name.
    package init(words: String) throws(UnknownWord) {
        guard let preset = Preset(rawValue: words) else {
            throw UnknownWord(words, noun: "preset", known: Preset.allCases.map(\.rawValue))
        }
        self = preset
    }
}

/// A number in large digits of three rows, drawn with `_` and `|` like a seven-segment display.
///
/// Three rows are enough to be read across a room, and few enough to travel with every page.
enum NumberArt {
    private static let rows: [[Character: String]] = [
        [
            "0": " _ ", "1": "   ", "2": " _ ", "3": " _ ", "4": "   ", "5": " _ ", "6": " _ ", "7": " _ ", "8": " _ ",
            "9": " _ ", "-": "   ",
        ],
        [
            "0": "| |", "1": "  |", "2": " _|", "3": " _|", "4": "|_|", "5": "|_ ", "6": "|_ ", "7": "  |", "8": "|_|",
            "9": "|_|", "-": " _ ",
        ],
        [
            "0": "|_|", "1": "  |", "2": "|_ ", "3": " _|", "4": "  |", "5": " _|", "6": "|_|", "7": "  |", "8": "|_|",
            "9": " _|", "-": "   ",
        ],
    ]

    /// Three lines divided by `\n`, without blanks at their ends.
    static func text(of number: Int64) -> String {
        let digits = Array(String(number))
        return rows.map { row in
            var line = digits.map { row[$0] ?? "   " }.joined(separator: " ")
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }
}
