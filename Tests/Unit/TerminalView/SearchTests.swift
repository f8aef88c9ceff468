import PagingContent
import PagingEngine
import Testing

@testable import TerminalView

@Suite struct SearchTests {
    private func places(_ wanted: String, in body: String) -> [Range<Int>?] {
        Search(wanted).hits(in: [Page(id: PageID("x"), title: "", body: body)]).map(\.characters)
    }

    @Test(
        arguments: [
            ("b", "abcb", [1..<2, 3..<4]), ("AB", "ab aB", [0..<2, 2..<4]), ("a b", "a\n  b ab", [0..<2]),
            ("é", "e\u{301}", [0..<1]),
            ("e", "é", []), ("aa", "aaa", [0..<2]), ("  x ", "yx", [1..<2]), ("", "abc", []), ("  ", "a b", []),
            ("👩", "👩‍👩‍👧", []), ("你 好", "你\n好", [0..<2]), ("straße", "STRASSE Straße", [7..<13]), ("this is", "th is", []),
        ])
    func places(wanted: String, body: String, expected: [Range<Int>]) {
        #expect(places(wanted, in: body) == expected)
    }

    @Test func titlesComeFirstAndPagesInOrder() {
        let pages = [
            Page(id: PageID("a"), title: "Other", body: "word"),
            Page(id: PageID("b"), title: "Word word", body: "a word"),
        ]
        let hits = Search("word").hits(in: pages)
        #expect(hits.map(\.item) == [0, 1, 1])
        #expect(hits.map(\.characters) == [0..<4, nil, 1..<5])
    }

    @Test func aDocumentIsSearchedAsItIsDrawn() {
        let hits = Search("let x = 1 and both").hits(in: Everything.pages, documents: Everything.documents)
        #expect(hits.count == 1)
        var scene = Everything.scene(at: 0)
        scene.hit = hits.first?.mark
        let screen = scene.draw(columns: 40, rows: 12)
        let marked = (0..<11).map { row in
            String(screen.row(row).filter { $0.style.contains(.reversed) }.map(\.character))
        }
        #expect(marked.filter { !$0.isEmpty } == ["let x", "= 1 and both"])
        #expect(Search("guide").hits(in: Everything.pages, documents: Everything.documents).count == 2)
        #expect(Search("https").hits(in: Everything.pages, documents: Everything.documents).isEmpty)
    }

    @Test func aHitOnATallPageIsInView() throws {
        let lines = (1...60).map { "line \($0)\n\n" }.joined() + "the word"
        let page = Page(id: PageID("tall"), title: "Tall", body: lines)
        let hit = try #require(Search("word").hits(in: [page]).first?.mark)
        var look = PageLook(borders: .ascii)
        func texts() -> [String] {
            let screen = look.frame(of: page, at: PageIndex(0)).draw(columns: 40, rows: 12)
            return (0..<12).map { String(screen.row($0).map(\.character)) }
        }
        look.hit = hit
        #expect(texts().contains { $0.contains("the word") })
        look.hit = Search("line 30").hits(in: [page]).first?.mark
        #expect(texts()[4...7].contains { $0.contains("line 30") }, "in the middle: \(texts())")
        look.hit = Search("line 1").hits(in: [page]).first?.mark
        #expect(texts().contains { $0.contains("Tall") } && texts().contains { $0.contains("line 2") }, "from the top")
        // Who scrolls on leaves the hit.
        (look.hit, look.scrolls) = (hit, [page.id: 0])
        #expect(!texts().contains { $0.contains("the word") })
    }

    @Test func thePromptShowsTheResult() {
        var status = Samples.status(.listed(number: 1, count: 3))
        status.search = SearchPrompt(wanted: "wo")
        #expect(status.text(columns: 80).hasSuffix("| /wo_"))
        status.search?.outcome = .found(number: 2, count: 7)
        #expect(status.text(columns: 15) == "/wo 2 of 7")
        #expect(status.text(columns: 16) == "1/3 | /wo 2 of 7")
        status.search?.outcome = .missing
        #expect(status.text(columns: 80).hasSuffix("| /wo not found"))
    }
}
