import PagingContent
import PagingEngine
import Testing

/// Names of suppliers and presets, and the errors for unknown names.
@Suite struct SupplierWordTests {
    private func titles(_ words: String) throws -> [String]? {
        try Supplier(words: words).list?.map(\.title)
    }

    @Test func everyWordIsASupplier() throws {
        #expect(try titles("items")?.count == 5)
        #expect(try titles("items:apple, banana ,cherry") == ["apple", "banana", "cherry"])
        #expect(try titles("tabs") == ["A", "BBBB", "CCC", "DDDDDD"])
        #expect(try titles("contents") == ["PAGE1", "PAGE2", "PAGE3"])
        #expect(try Supplier(words: "numbers") == .numbers)
        #expect(try Supplier(words: "animals:77") == .animals(seed: 77))
        for name in Supplier.Name.allCases { #expect(throws: Never.self) { try Supplier(words: name.rawValue) } }
    }

    @Test(arguments: [
        (
            "item",
            "no supplier is called `item` (did you mean `items`?); there are numbers, items, tabs, contents, animals"
        ),
        ("xyzzy", "no supplier is called `xyzzy`; there are numbers, items, tabs, contents, animals"),
        ("", "no supplier is called ``; there are numbers, items, tabs, contents, animals"),
        ("items:", "items:: names with commas between them, none of them empty"),
        ("items:a,,b", "items:a,,b: names with commas between them, none of them empty"),
        ("animals:-1", "animals:-1: the seed is a whole number from 0"),
        ("tabs:A", "tabs:A: nothing stands behind `tabs`"),
    ])
    func otherWordsAreExplained(words: String, message: String) {
        let failure = #expect(throws: Supplier.ParseError.self) { try Supplier(words: words) }
        #expect(failure?.description == message)
    }

    @Test func aPresetIsExplained() {
        let unknown = #expect(throws: UnknownWord.self) { try Preset(words: "majorty") }
        #expect(unknown?.suggestion == "majority")
        #expect(Preset.allCases.allSatisfy { (try? Preset(words: $0.rawValue)) == $0 })
    }

    /// A deck may ask for any preset.
    @Test(arguments: Preset.allCases)
    func frontMatterNamesEveryPreset(preset: Preset) throws {
        let deck = try Deck(parsing: "---\npreset: \(preset.rawValue)\n---\n# One")
        #expect(deck.preset == preset)
        #expect(deck.warnings.isEmpty)
    }

    @Test func frontMatterExplainsAWrongPreset() throws {
        let deck = try Deck(parsing: "---\npreset: carusel\n---\n# One")
        #expect(deck.preset == nil)
        #expect(deck.warnings.first?.text.contains("did you mean `carousel`?") == true)
    }
}

/// Pages that suppliers show.
@Suite struct SupplierPageTests {
    @Test func equalNamesMakeTwoPages() throws {
        let pages = try #require(Supplier.items(["pear", "pear", "Pear!"]).list)
        #expect(Set(pages.map(\.id)).count == 3)
        #expect(pages.map(\.title) == ["pear", "pear", "Pear!"])
    }

    @Test func theContentsHaveColoursAndLoadLater() throws {
        let pages = try #require(Supplier.contents.list)
        #expect(Set(pages.map(\.body)).count == 3)
        let order = Supplier.contents.order(wrap: .finite)
        #expect(order.isEmpty)
        #expect(Supplier.contents.page(at: PageIndex(0), in: order) == nil)
    }

    @Test func goingBackShowsTheSameAnimal() throws {
        let order = PageOrder.unbounded
        let supplier = Supplier.animals(seed: 5)
        let there = (-200...200).compactMap { supplier.page(at: PageIndex($0), in: order) }
        let back = (-200...200).reversed().compactMap { supplier.page(at: PageIndex($0), in: order) }
        #expect(there.count == 401)
        #expect(there == back.reversed())
        #expect(Set(there.map(\.title)).count == 12)
        #expect(zip(there, there.dropFirst()).allSatisfy { $0.title != $1.title }, "neighbours differ")
    }

    @Test func anotherSeedIsAnotherRow() {
        func titles(_ seed: UInt64) -> [String] {
            (0..<50).compactMap { Supplier.animals(seed: seed).page(at: PageIndex($0), in: .unbounded)?.title }
        }
        #expect(titles(1) != titles(2))
    }

    @Test func animalsFitAnyTerminal() {
        for page in Int64(0)..<200 {
            let body = Supplier.animals(seed: 1).page(at: PageIndex(page), in: .unbounded)?.body ?? ""
            let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count <= 9 && lines.allSatisfy { $0.count <= 30 && $0.allSatisfy(\.isASCII) })
        }
    }
}
