import PagingContent
import PagingEngine
import PagingRoom
import Testing

@testable import TerminalView

/// Titles with room for letters of double size, and the bytes that show them.
@Suite struct TitleFormTests {
    private func scene(_ title: String, body: String = "some text") -> Scene {
        let pages = (0..<3).map { number in
            WindowPage(
                index: PageIndex(Int64(number)), item: number,
                page: Page(id: PageID("\(number)"), title: title, body: body))
        }
        return Scene(
            pages: pages, position: Position(page: PageIndex(1)), origin: PageIndex(1),
            configuration: Configuration(.threePage),
            status: StatusLine(room: "talk", place: .listed(number: 2, count: 3), phase: .idle, members: 2),
            borders: .unicode)
    }

    private func title(_ scene: Scene, columns: Int = 60, rows: Int = 20) -> TitlePlacement? {
        let titles = scene.draw(columns: columns, rows: rows).titles
        #expect(titles.count <= 1)
        return titles.first
    }

    @Test func aTitleHasRoomWhereTwiceItsColumnsFit() throws {
        let found = try #require(title(scene("A title")))
        #expect(found.text == "A title" && (found.column, found.row, found.columns) == (2, 1, 7))
        let wide = try #require(title(scene("A title"), columns: 120))
        #expect(wide.column == 20, "where its letters of usual size are")
        #expect(title(scene(String(repeating: "a", count: 28)))?.columns == 28)
        #expect(title(scene(String(repeating: "a", count: 29))) == nil)
        #expect(title(scene(String(repeating: "好", count: 14)))?.columns == 28)
        #expect(title(scene(String(repeating: "好", count: 15))) == nil)
        #expect(title(scene("A title"), rows: 12) == nil, "it stands in the frame")
        #expect(title(scene("")) == nil)
    }

    @Test func onlyTitlesThatRestAndAreUncoveredHaveRoom() {
        var moving = scene("A title")
        moving.position = moving.position + Distance(units: 9_000)
        #expect(title(moving) == nil)
        var settling = scene("A title")
        settling.status.phase = .settling
        #expect(title(settling) == nil)
        let keys = String(repeating: "a key, ", count: 8)
        var covered = scene("A title")
        covered.overlay = Page(id: PageID("help"), title: "Keys", body: String(repeating: keys + "\n", count: 40))
        #expect(title(covered) == nil)
        covered.overlay = Page(id: PageID("help"), title: "Keys", body: "a key")
        #expect(title(covered) != nil, "a small box does not reach it")
        var dark = scene("A title")
        dark.isBlank = true
        #expect(title(dark) == nil)
    }

    @Test func rowsOfDoubleSizeHoldNothingElse() {
        var framed = scene("A title")
        #expect(TitleForm.doubleRows.title(of: framed.draw(columns: 60, rows: 20))?.text == "A title")
        #expect(TitleForm.doubleRows.title(of: scene("Größe · ÿ").draw(columns: 60, rows: 20)) != nil)
        for other in ["A 好", "A ⏸", "e\u{301}"] {
            #expect(TitleForm.doubleRows.title(of: scene(other).draw(columns: 60, rows: 20)) == nil)
        }
        framed.hasBorders = true
        let screen = framed.draw(columns: 60, rows: 20)
        #expect(TitleForm.doubleRows.title(of: screen) == nil && TitleForm.scaled.title(of: screen) != nil)
        for row in [1, 2] {
            var shared = scene("A title").draw(columns: 60, rows: 20)
            shared.write("x", column: 50, row: row)
            #expect(TitleForm.doubleRows.title(of: shared) == nil && TitleForm.scaled.title(of: shared) != nil)
        }
    }

    private func bytes(_ form: TitleForm, _ title: String, colours: ColourDepth = .none) -> String {
        let screen = scene(title).draw(columns: 60, rows: 20)
        return form.title(of: screen).map {
            String(decoding: form.showing($0, on: screen, colours: colours), as: UTF8.self)
        } ?? ""
    }

    @Test func kittyIsToldTheColumnsOfOtherScripts() {
        #expect(bytes(.scaled, "A title") == "\u{1B}[2;3H\u{1B}[0;1m\u{1B}]66;s=2;A title\u{1B}\\\u{1B}[0m")
        let mixed = bytes(.scaled, "A 好e\u{301}👩‍🚀b")
        #expect(
            mixed
                == "\u{1B}[2;3H\u{1B}[0;1m\u{1B}]66;s=2;A \u{1B}\\\u{1B}]66;s=2:w=2;好\u{1B}\\\u{1B}]66;s=2:w=1;e\u{301}\u{1B}\\"
                + "\u{1B}]66;s=2:w=2;👩‍🚀\u{1B}\\\u{1B}]66;s=2;b\u{1B}\\\u{1B}[0m")
        #expect(bytes(.scaled, "A title", colours: .full).contains("\u{1B}[0;1;"), "in the colour of titles")
    }

    /// Control characters, C1 too, and what has no columns.
    @Test func aTitleHoldsNoCommands() {
        let hostile = "a\u{1B}]0;x\u{7}\u{9C}\u{9B}2J\nb\u{200B}\u{202E}\r\n\u{2028}c"
        for form in [TitleForm.scaled, .doubleRows] {
            let text = bytes(form, hostile)
            #expect(text.contains("a·]0;x···2J·b··c") != (form == .scaled), "in pieces for the sake of columns")
            // In kitty's form twelve commands of two; a move and a style before them, and a style after them.
            let own = form == .scaled ? 27 : 13
            #expect(
                text.count { $0.isControl } == own, "the commands around it and nothing else: \(text.debugDescription)")
        }
        #expect(title(scene("a" + String(repeating: "\u{301}", count: 100))) == nil, "a letter is bounded")
    }

    @Test func xtermGetsBothHalvesInRowsOfTheirOwn() {
        #expect(
            bytes(.doubleRows, "A title")
                == "\u{1B}[2;1H\u{1B}#3\u{1B}[0m\u{1B}[2K\u{1B}[2;2H\u{1B}[0;1mA title"
                + "\u{1B}[3;1H\u{1B}#4\u{1B}[0m\u{1B}[2K\u{1B}[3;2H\u{1B}[0;1mA title\u{1B}[0m")
    }
}
