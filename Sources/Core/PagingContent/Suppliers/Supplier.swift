package import PagingEngine

/// The source of a room's pages.
package enum Supplier: Hashable, Sendable {
    /// Endless pages …, −1, 0, 1, ….
    case numbers
    /// Endless pages with animals, each determined by the seed and its page.
    case animals(seed: UInt64)
    /// A list, such as a deck.
    case listed([Page])
    /// A list that arrives after this time; until then there are no pages.
    case delayed([Page], milliseconds: Int64)
}

extension Supplier {
    /// The order of the supplier's pages.
    ///
    /// Numbers and animals are always unbounded. A list loops if `wrap` is a loop and is finite otherwise; one that has
    /// not arrived is empty.
    ///
    /// - Precondition: the ids of a list differ, as those of a `Deck` do.
    package func order(wrap: PageOrder.Wrap) -> PageOrder {
        switch self {
        case .numbers, .animals: return .unbounded
        case .listed(let pages): return Supplier.order(of: pages, wrap: wrap)
        case .delayed: return Supplier.order(of: [], wrap: wrap)
        }
    }

    private static func order(of pages: [Page], wrap: PageOrder.Wrap) -> PageOrder {
        guard let order = PageOrder(pages.map(\.id), loops: wrap == .loop) else {
            preconditionFailure("expected each page id once in a list of pages")
        }
        return order
    }

    /// The page at `index`, or nil if `order` has none there or has another page than this supplier.
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
    /// The names of suppliers, without the detail after a colon.
    package enum Name: String, Hashable, Sendable, CaseIterable {
        case numbers
        case items
        case tabs
        case contents
        case animals
    }

    /// The reason why words name no supplier.
    package enum ParseError: Error, Hashable, Sendable, CustomStringConvertible {
        case unknown(UnknownWord)
        /// The supplier exists, but its detail is invalid.
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
    package init(words: String) throws(ParseError) {
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

    private static func names(in text: String) throws(ParseError) -> [String] {
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
    /// Time until `contents` arrive: long enough for members to see that they are being loaded.
    package static let contentsMilliseconds: Int64 = 3_000

    /// Pages with these names; a repeated name keeps its title and gets a distinct id.
    package static func items(_ names: [String] = ["apple", "banana", "cherry", "damson", "elderberry"]) -> Supplier {
        var ids = PageNames()
        return .listed(
            names.enumerated().map { place, name in
                let number = place + 1
                return Page(
                    id: ids.name(title: name, number: number), title: name, body: NumberArt.text(of: Int64(number)))
            })
    }

    /// Tabs of different widths.
    package static let tabs = Supplier.listed(
        ["A", "BBBB", "CCC", "DDDDDD"].map { title in
            Page(id: PageID(title.lowercased()), title: title, body: "The page of the tab \(title).")
        })

    /// Three pages, each of a colour, that arrive after a delay.
    package static let contents = Supplier.delayed(
        ["tomato", "royal blue", "sea green"].enumerated().map { place, colour in
            let title = "PAGE\(place + 1)"
            return Page(id: PageID(title.lowercased()), title: title, body: "This page is \(colour).")
        }, milliseconds: contentsMilliseconds)

    /// The pages of a list, arrived or not; nil for an endless supplier.
    package var list: [Page]? {
        switch self {
        case .numbers, .animals: nil
        case .listed(let pages), .delayed(let pages, _): pages
        }
    }
}

extension Preset {
    /// The default supplier of a room with this preset.
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
