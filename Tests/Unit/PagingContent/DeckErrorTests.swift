import PagingContent
import Testing

@Suite struct DeckErrorTests {
    private func error(_ text: String) -> DeckError? {
        do throws(DeckError) {
            _ = try Deck(parsing: text)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: ["", "\n \n", "---\n", "---\ntitle: T\n---\n", "<!-- notes: only -->"])
    func aDeckWithoutPages(text: String) {
        #expect(error(text) == DeckError(.noPages, line: 1, column: 1))
    }

    @Test func aNULIsReportedWithItsPosition() {
        #expect(error("# A\nbé\0c") == DeckError(.nul, line: 2, column: 3))
        #expect(error("\0") == DeckError(.nul, line: 1, column: 1))
    }

    /// The wire refuses control characters, so a deck with one could not be shown.
    @Test(arguments: ["\u{1B}", "\r", "\u{7}", "\u{7F}", "\u{9B}", "\u{B}"])
    func aControlCharacterIsFoundInItsPlace(character: Unicode.Scalar) {
        #expect(error("# A\r\n\tb\(character)c") == DeckError(.control(character.value), line: 2, column: 3))
    }

    @Test func aControlCharacterIsNamed() {
        #expect(
            DeckError(.control(0x1B), line: 1, column: 2).description
                == "1:2: the text holds the control character U+001B")
    }

    @Test func aTabInATitleBecomesASpace() throws {
        #expect(try Deck(parsing: "# A\tB\n---\nc\td").pages.map(\.title) == ["A B", "c d"])
    }

    @Test func invalidUTF8IsReportedWithItsPosition() {
        func error(_ bytes: [UInt8]) -> DeckError? {
            do throws(DeckError) {
                _ = try Deck(utf8: bytes)
                return nil
            } catch {
                return error
            }
        }
        #expect(error(Array("# A\né".utf8) + [0xFF, 0x41]) == DeckError(.notUTF8, line: 2, column: 2))
        #expect(error([0xE2, 0x82]) == DeckError(.notUTF8, line: 1, column: 1))
        #expect(error(Array("# A".utf8)) == nil)
    }

    @Test func titlesAreBounded() {
        #expect(error("# " + String(repeating: "a", count: 512)) == nil)
        let long = "x\n\n# " + String(repeating: "a", count: 513)
        #expect(error(long) == DeckError(.titleTooLong(bytes: 513, limit: 512), line: 3, column: 1))
        #expect(error("# A\n---\n\(long)")?.line == 5)
    }

    @Test func bodiesNotesAndDecksAreBounded() {
        let body = String(repeating: "a", count: 65_536)
        #expect(error("# A\n---\n# T\n\(body)") == nil)
        let tooLong = DeckError.Reason.bodyTooLong(bytes: 65_537, limit: 65_536)
        #expect(error("# A\n---\n# T\n\(body)a") == DeckError(tooLong, line: 3, column: 1))
        #expect(error("# A\n<!-- notes: \(body)a -->")?.reason == .notesTooLong(bytes: 65_537, limit: 65_536))
        let deck = Array(repeating: "# T\n\(body)", count: 16).joined(separator: "\n---\n")
        #expect(error(deck)?.reason == .deckTooLong(bytes: deck.utf8.count, limit: 1 << 20))
    }

    @Test func thereAreAtMostTenThousandPages() throws {
        let most = "# A" + String(repeating: "\n---\n# A", count: 9_999)
        let pages = try Deck(parsing: most).pages
        #expect(pages.count == 10_000)
        #expect(Set(pages.map(\.id)).count == 10_000)
        #expect(error(most + "\n---\n") == DeckError(.tooManyPages(limit: 10_000), line: 20_000, column: 1))
    }

    @Test func anErrorIsASentenceWithItsPosition() {
        #expect(DeckError(.nul, line: 2, column: 3).description == "2:3: the text holds a NUL character")
    }

    /// Random mixtures of the marks of a deck are read without a trap, and all ids differ.
    @Test func randomTextsOfSeeds() {
        let pieces = [
            "---", "\n", "\n", "# ", "```", "~~~", "<!-- notes:", "-->", "a b", " ", ":", "title: ", "é", "\t",
        ]
        for seed in UInt64(1)...2_000 {
            var state = seed
            var text = ""
            for _ in 0..<40 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text += pieces[Int(state >> 33) % pieces.count]
            }
            guard let deck = try? Deck(parsing: text) else { continue }
            #expect(Set(deck.pages.map(\.id)).count == deck.pages.count, "seed \(seed)")
        }
    }
}
