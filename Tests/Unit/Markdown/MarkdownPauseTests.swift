import Markdown
import PagingContent
import Testing

/// Pauses in a page.
@Suite struct MarkdownPauseTests {
    private func blocks(_ markdown: String) -> [Document.Block] { Document(markdown: markdown).blocks }
    private let a = Document.Block.paragraph([.text("a")])
    private let b = Document.Block.paragraph([.text("b")])

    @Test(arguments: ["a\n<!-- pause -->\nb", "a\n\n<!--pause-->\n\nb", "a\n   <!--   pause -->  \nb"])
    func betweenBlocks(markdown: String) {
        #expect(blocks(markdown) == [a, .pause, b])
    }

    @Test func onlyAloneInItsLine() {
        #expect(blocks("a <!-- pause -->\n\nb") == [.paragraph([.text("a ")]), b])
        #expect(blocks("a\n\n<!-- pause --> b") == [a, b])
        #expect(blocks("a\n\n<!-- paused -->\nb") == [a, b])
    }

    @Test func severalAndAtTheEdges() {
        #expect(
            blocks("<!-- pause -->\na\n<!-- pause -->\n<!-- pause -->\nb\n<!-- pause -->")
                == [.pause, a, .pause, .pause, b, .pause])
    }

    @Test func betweenItemsOfOneList() {
        let whole = Document.Block.list(start: nil, isTight: true, [.init([a, .pause]), .init([b])])
        #expect(blocks("- a\n<!-- pause -->\n- b") == [whole])
        #expect(blocks("- a\n\n<!-- pause -->\n\n- b") == [whole])
        #expect(blocks("- a\n  <!-- pause -->\n- b") == [whole])
        #expect(
            blocks("3. a\n<!-- pause -->\n<!-- pause -->\n4. b\n<!-- pause -->")
                == [.list(start: 3, isTight: true, [.init([a, .pause, .pause]), .init([b])]), .pause])
    }

    @Test func betweenListsThatAreNotOne() {
        let bullets = Document.Block.list(start: nil, isTight: true, [.init([a])])
        let numbers = Document.Block.list(start: 1, isTight: true, [.init([b])])
        #expect(blocks("- a\n<!-- pause -->\n1. b") == [bullets, .pause, numbers])
        #expect(
            blocks("1. b\n<!-- pause -->\n1. b") == [numbers, .pause, numbers], "the second one counts from 1 again")
        #expect(blocks("- a\n\ntext\n\n- a").count == 3)
    }

    @Test func inQuotesAndItems() {
        #expect(blocks("> a\n> <!-- pause -->\n> b") == [.quote([a, .pause, b])])
        #expect(
            blocks("- a\n\n  <!-- pause -->\n\n  b").first
                == .list(start: nil, isTight: false, [.init([a, .pause, b])]))
    }

    @Test func withinHTML() {
        #expect(blocks("<div>\na\n<!-- pause -->\nb\n</div>") == [a, .pause, b])
    }

    /// The deck counts lines and the document contains pauses; both numbers must be equal.
    @Test(
        arguments: [
            "<!-- pause -->\na\n<!-- pause -->", "- a\n<!-- pause -->\n- b\n  <!--pause-->\n- c",
            "> <!-- pause -->\n> a",
            "```\n<!-- pause -->\n```\n<!-- pause -->", "- ```\n  <!-- pause -->\n  ```\n- b", "a <!-- pause --> b",
            "~~~ x\n```\n<!-- pause -->\n~~~\n", "1. a\n\n   ```\n   <!-- pause -->\n   ```\n   <!-- pause -->\n",
            "1. a\n\n    ```\n    <!-- pause -->\n    ```\n<!-- pause -->", "<!-- a\n<!-- pause -->\nb",
            "- a\n  - b\n\n    ```\n    <!-- pause -->\n    ```\n", "    ```\n    <!-- pause -->\n    ```",
            "a\n\n    <!-- pause -->", "- a\n  - b\n\n    <!-- pause -->\n    c", "> - a\n>\n>   <!-- pause -->\n>   b",
        ])
    func theDeckCountsWhatTheDocumentShows(body: String) throws {
        let page = try #require(try Deck(parsing: "# Title\n\(body)").pages.first)
        #expect(page.steps == Document(markdown: page.body).steps)
    }
}
