import PagingContent
import PagingEngine
import Testing

/// Members stay on their page while the deck's file is edited.
@Suite struct DeckReloadTests {
    private func reload(_ text: String) throws -> DeckReload { DeckReload(try Deck(parsing: text)) }

    private func ids(_ before: String, then after: String) throws -> [String] {
        var reload = try reload(before)
        #expect(reload.take(try Deck(parsing: after)))
        return reload.deck.pages.map(\.id.text)
    }

    private let abc = "# A\na\n---\n# B\nb\n---\n# C\nc"

    @Test func reloadingTheSameTextChangesNothing() throws {
        var reload = try reload(abc)
        #expect(!reload.take(try Deck(parsing: abc)))
        #expect(!reload.take(try Deck(parsing: abc + "\n\n")))
        #expect(reload.take(try Deck(parsing: "---\nduration: 5m\n---\n" + abc)))
        #expect(reload.deck.duration == .seconds(300))
    }

    @Test func pagesMayBeMovedAddedAndRemoved() throws {
        #expect(try ids(abc, then: "# New\n---\n\(abc)") == ["new", "a", "b", "c"])
        #expect(try ids(abc, then: "# C\nc\n---\n# A\na") == ["c", "a"])
        #expect(try ids(abc, then: "# A\na\n---\n# C\nc\n---\n# B\nb") == ["a", "c", "b"])
    }

    @Test func aRewrittenPageIsTheSamePage() throws {
        #expect(try ids(abc, then: "# A\na\n---\n# B\nother\n---\n# C\nc") == ["a", "b", "c"])
        #expect(try ids(abc, then: "# A\na\n---\n# Better\nb\n---\n# C\nc") == ["a", "b", "c"], "by its text")
        #expect(try ids(abc, then: "# A\na\n---\n# Better\nbetter\n---\n# C\nc") == ["a", "b", "c"], "by its place")
        #expect(try ids(abc, then: "# New\n---\n# A\na\n---\n# Bee\nb!\n---\n# C\nc").dropFirst() == ["a", "b", "c"])
    }

    @Test func theRightPageOfARepeatedTitleIsRemoved() throws {
        let twice = "# A\none\n---\n# A\ntwo\n---\n# A\nthree"
        #expect(try ids(twice, then: "# A\ntwo\n---\n# A\nthree") == ["a-2", "a-3"])
        #expect(try ids(twice, then: "# A\nzero\n---\n\(twice)") == ["a-4", "a", "a-2", "a-3"])
    }

    @Test func anIDIsNotReused() throws {
        var reload = try reload("# A\na\n---\n# B\nb\n---\n---\n# C\nc")
        _ = reload.take(try Deck(parsing: "# New\n---\n# Newer\n---\n# B\nb\n---\n# C\nc"))
        #expect(reload.deck.pages.map(\.id.text) == ["new", "newer", "b", "c"])
        var blank = try self.reload("# A\na\n---\n# Page 2\n---\n# C\nc")
        _ = blank.take(try Deck(parsing: "# A\na\n---\n---\n---\n# C\nc"))
        #expect(blank.deck.pages.map(\.id.text) == ["a", "page-2-2", "page-3", "c"])
    }

    /// After random edits all ids differ, and a page with unchanged title and text keeps its id.
    @Test func randomEditsOfSeeds() throws {
        for seed in UInt64(1)...500 {
            var chance = SplitMix(seed: seed)
            let pages = (0..<8).map { _ in
                "# \("ABC".randomElement(using: &chance) ?? "A")\n\(Int.random(in: 0..<4, using: &chance))"
            }
            var reload = try reload(pages.joined(separator: "\n---\n"))
            var edited = pages
            edited.remove(at: Int.random(in: 0..<8, using: &chance))
            edited.insert("# N\n9", at: Int.random(in: 0..<8, using: &chance))
            let before = reload.deck.pages
            _ = reload.take(try Deck(parsing: edited.joined(separator: "\n---\n")))
            let after = reload.deck.pages
            #expect(Set(after.map(\.id)).count == after.count, "seed \(seed)")
            for page in after where page.title != "N" {
                #expect(before.contains(page), "seed \(seed)")
            }
        }
    }
}
