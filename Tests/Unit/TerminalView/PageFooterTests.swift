import PagingContent
import PagingEngine
import Testing

@testable import TerminalView

/// The foot of pages, titles in large letters and the width of text.
@Suite struct PageFooterTests {
    private func scene(
        _ footer: String?, _ blocks: [Document.Block] = [.paragraph([.text("text")])], at pages: Double = 1
    )
        -> Scene
    {
        var scene = Everything.scene(at: pages, borders: .unicode)
        var document = Document(blocks)
        document.footer = footer.map { PageFooter($0) }
        for page in Everything.pages { scene.documents[page.id] = document }
        scene.pageCount = 3
        return scene
    }

    private func foot(_ footer: String, columns: Int, rows: Int = 16) -> String {
        scene(footer).draw(columns: columns, rows: rows).lines[rows - 3]
    }

    @Test func itsPartsStandAtTheLeftInTheCentreAndAtTheRight() {
        #expect(foot("Ann | Conf | {page}/{pages}", columns: 30) == "  Ann        Conf        2/3")
        #expect(foot("Ann | {page}", columns: 30) == "  Ann                      2")
        #expect(foot("Ann", columns: 30) == "  Ann")
        #expect(foot("| Conf |", columns: 30) == "             Conf")
        #expect(foot("a rather long name of somebody | Conf | 2", columns: 30) == "  a rather long name of …  2")
        #expect(foot("日本語 | Conference of all | {page}", columns: 24) == "  日本語             2")
        #expect(foot("a\u{1B}[2Jb", columns: 30) == "  a·[2Jb")
    }

    @Test func itIsFaintAndPartOfThePage() {
        let scene = scene("Ann | {page}")
        let still = scene.draw(columns: 40, rows: 16)
        #expect(still[column: 2, row: 13].style == .role(.faint))
        var moving = scene
        moving.position = Position(units: Position.unitsPerPage + Position.unitsPerPage / 2)
        let lines = moving.draw(columns: 40, rows: 16).lines
        #expect(lines[13] == "                 2 ││ Ann", "\(lines[13])")
    }

    @Test func smallWindowsAndTitlePagesHaveNone() {
        #expect(!scene("Ann").draw(columns: 40, rows: 12).lines.contains { $0.contains("Ann") })
        #expect(scene("Ann").draw(columns: 40, rows: 13).lines.contains { $0.contains("Ann") })
        #expect(!scene("Ann", [.titlePage]).draw(columns: 40, rows: 16).lines.contains { $0.contains("Ann") })
    }

    /// The text has a row less, and the rest of it is said to be there.
    @Test func textStaysAboveIt() {
        let long = Document.Block.code(
            Document.CodeBlock(language: "", text: (1...20).map { "line \($0)" }.joined(separator: "\n")))
        let plain = scene(nil, [long]).overflow(columns: 40, rows: 16)
        let footed = scene("Ann", [long]).overflow(columns: 40, rows: 16)
        #expect(footed.above == plain.above + 1)
        var top = scene("Ann", [long])
        top.scrolls = Dictionary(uniqueKeysWithValues: Everything.pages.map { ($0.id, 0) })
        let lines = top.draw(columns: 40, rows: 16).lines
        #expect(
            lines[12].contains("line 10") && lines[13] == "  Ann" && lines[14].contains("10 more lines"), "\(lines)")
    }

    @Test func numbersRepeatInALoopAndHaveNoEndInAnEndlessRow() {
        #expect(StatusLine.PageInView.number(of: PageIndex(-1), count: 3) == 3)
        #expect(StatusLine.PageInView.number(of: PageIndex(7), count: 3) == 2)
        var endless = scene("{page} {pages}")
        endless.pageCount = nil
        #expect(endless.draw(columns: 30, rows: 16).lines[13] == "  1")
    }

    @Test func theWidthOfTextIsChosen() {
        let words = Document.Block.paragraph([.text(String(repeating: "word ", count: 60))])
        var wide = scene(nil, [words])
        func columns(_ scene: Scene) -> Int {
            scene.draw(columns: 160, rows: 24).lines.dropFirst(2).dropLast().map { $0.drop { $0 == " " }.count }.max()
                ?? 0
        }
        #expect(columns(wide) == 79)
        wide.measure = 100
        #expect(columns(wide) == 99)
        wide.measure = 40
        #expect(columns(wide) == 39)
    }

    @Test func longTitlesTakeSeveralLinesOfLargeLetters() {
        let title = { (text: String) in
            PageText(
                Page(id: PageID("a"), title: text), document: Document([.titlePage]), columns: 80, borders: .unicode
            ).lines(shown: nil).map(\.text)
        }
        #expect(title("Pages in step for everybody").count == 7)
        #expect(title("Pages in step for everybody").dropLast().allSatisfy { ColumnText.width($0) <= 72 })
        #expect(title("Ok").count == 7)
        // More lines than three, and a letter that has no large form.
        #expect(title(String(repeating: "Pages in step ", count: 6)).count == 2)
        #expect(title("Größe") == [String(repeating: " ", count: 37) + "Größe", ""])
    }

    @Test func theTitleOfAnAlertStandsRightAboveItsText() {
        let alert = Document.Block.alert(.tip, [.paragraph([.text("text")]), .paragraph([.text("more")])])
        let lines = DocumentLayout(Document([alert]), columns: 20, borders: .ascii).lines().map(\.text)
        #expect(lines == ["| Tip", "| text", "|", "| more"])
    }

    @Test func codeWithoutAColourOfItsOwnIsReversed() {
        let code = Style.role(.code)
        for theme in [nil, Theme("mono"), Theme("sea;text=#ffffff;")] {
            #expect(Rendition(of: code, theme: theme).attributes == .reversed)
            #expect(Rendition(of: .plain, theme: theme).attributes == [])
        }
        #expect(Rendition(of: code, theme: .standard).attributes == [])
    }
}
