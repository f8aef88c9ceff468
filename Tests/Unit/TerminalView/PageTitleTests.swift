import PagingContent
import PagingEngine
import Testing

@testable import TerminalView

/// The place of a page's title.
@Suite struct PageTitleTests {
    private func frame(_ title: String, _ blocks: [Document.Block] = []) -> PageFrame {
        var frame = PageFrame(page: Page(id: PageID("p"), title: title, body: "text"), borders: .unicode)
        if !blocks.isEmpty { frame.document = Document(blocks) }
        (frame.isOpen, frame.isBare) = (true, true)
        return frame
    }

    private func start(_ line: String) -> Int { line.prefix { $0 == " " }.count }

    @Test func aLongTitleGoesOnInTheRowBelow() {
        let lines = frame("A title of several words that is longer than its row").draw(columns: 40, rows: 16).lines
        #expect(lines[1] == "  A title of several words that is" && lines[2] == "  longer than its row")
        let endless = frame(String(repeating: "word ", count: 40)).draw(columns: 40, rows: 16).lines
        #expect(endless[1].hasSuffix("word") && endless[2].hasSuffix("…") && !endless[3].contains("word"))
        let unbroken = frame(String(repeating: "好", count: 30)).draw(columns: 40, rows: 16)
        #expect(unbroken.lines[1...2].joined().count { $0 == "好" } == 30)
    }

    @Test func aTitleInTheFirstRowBeginsWhereTheTextDoes() throws {
        let lines = frame("A title").draw(columns: 40, rows: 10).lines
        let text = try #require(lines.first { $0.contains("text") })
        #expect(start(lines[0]) == start(text))
    }

    /// Code and pictures may stand further to the right within their column.
    @Test func aTitleBeginsWhereTheFirstColumnDoes() {
        let code = Document.Block.code(Document.CodeBlock(language: "", text: "code"))
        let columns = Document.Block.columns([
            Document.Column(weight: 1, [code]), Document.Column(weight: 1, [.paragraph([.text("right")])]),
        ])
        for width in [80, 120, 200] {
            let lines = frame("A title", [columns]).draw(columns: width, rows: 20).lines
            #expect(start(lines[1]) == 2, "\(width)")
        }
    }

    @Test func aTitleStaysWhileCodeIsScrolledSideways() {
        let long = String(repeating: "abcdefgh ", count: 30)
        let code = Document.Block.code(Document.CodeBlock(language: "", text: "\(long)\n  short"))
        for columns in [80, 120] {
            var page = frame("A title", [code])
            let before = start(page.draw(columns: columns, rows: 20).lines[1])
            for first in [0, 8, 16] {
                page.codeStart = first
                let lines = page.draw(columns: columns, rows: 20).lines
                #expect(start(lines[1]) == before)
                #expect(lines.contains { $0.contains("‹") } == (first > 0))
            }
        }
    }

    @Test func miniaturesHaveNoLargeLettersAndNoBrokenCode() {
        let code = Document.Block.code(Document.CodeBlock(language: "", text: String(repeating: "abc ", count: 20)))
        let document = Document([.titlePage, code])
        let whole = frame("Ok", document.blocks).draw(columns: 40, rows: 12).lines.joined()
        #expect(whole.contains("█") && whole.contains("…"))
        let small = frame("Ok").miniature(of: document).draw(columns: 40, rows: 12).lines
        #expect(small[1] == "  Ok" && !small.joined().contains("█"))
        #expect(small.count { $0.contains("abc") } == 1 && small.contains { $0.hasSuffix("›") })
    }
}
