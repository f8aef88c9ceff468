import PagingContent
import Testing

@Suite struct DeckStepTests {
    private func page(_ body: String) throws -> Page { try Deck(parsing: "# T\n\(body)").pages[0] }

    @Test func pagesOfADeckAreMarkdown() throws {
        #expect(try Deck(parsing: "a\n---\n# B").pages.map(\.format) == [.markdown, .markdown])
    }

    @Test(
        arguments: [
            ("a", 0), ("<!-- pause -->\na\n<!-- pause -->", 2), ("- a\n  <!--pause-->\n- b", 1),
            ("> <!-- pause -->\n> a", 1),
            ("```\n<!-- pause -->\n```", 0), ("- ```\n  <!-- pause -->\n  ```", 0),
            ("> ~~~\n> <!-- pause -->\n> ~~~", 0),
            ("1) ```\n   <!-- pause -->\n   ```\n   <!-- pause -->", 1),
            ("<!-- paused -->\n<!-- Pause -->\n<!---->", 0),
        ])
    func linesOfPausesAreCounted(body: String, steps: Int) throws {
        #expect(try page(body).steps == steps)
    }

    @Test func pausesHaveOneForm() throws {
        #expect(try page("a\n  <!--   pause-->\t\nb").body == "a\n  <!-- pause -->\nb")
    }

    @Test func aPauseThatIsNotAloneIsReported() throws {
        let deck = try Deck(parsing: "# T\n- a <!-- pause -->\n- `<!-- pause -->`\n<!-- pause -->")
        #expect(deck.pages[0].steps == 1)
        #expect(deck.warnings.map(\.line) == [2, 3])
        #expect(deck.warnings.map(\.column) == [5, 4])
    }

    @Test func aPauseIsNotUsedAsTitle() throws {
        #expect(try Deck(parsing: "<!-- pause -->\nwords").pages[0].title == "words")
    }

    @Test func aHundredStepsArePossible() throws {
        let most = String(repeating: "<!-- pause -->\na\n", count: 100)
        #expect(try page(most).steps == 100)
        let report = DeckReport(reading: "# T\n\(most)<!-- pause -->\n<!-- pause -->")
        #expect(report.errors == [DeckError(.tooManySteps(count: 102, limit: 100), line: 202, column: 1)])
        #expect(report.errors.first?.description == "202:1: the page has 102 pauses, at most 100 are possible")
        #expect(report.deck == nil)
    }

    @Test func aReportHasAllErrorsAndPositions() {
        let title = String(repeating: "a", count: 513)
        let pauses = String(repeating: "<!-- pause -->\n", count: 101)
        let report = DeckReport(reading: "---\nsize: 1\n---\n\n# \(title)\n---\n\nwords\n---\n\(pauses)")
        #expect(report.errors.map(\.line) == [5, 110])
        #expect(report.warnings.map(\.line) == [2])
        #expect(report.pageStarts.map(\.line) == [5, 8, 10])
        #expect(report.pageStarts.map(\.hasHeading) == [true, false, false])
    }
}
