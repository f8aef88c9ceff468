import PagingContent
import PagingEngine
import PagingRoom
import Testing

@testable import TerminalView

/// Pages are laid out once, not for every picture, and nobody sees that.
@Suite struct LayoutCacheTests {
    /// Everything that is drawn of three pages in a slow drag from the first to the last.
    private static let way = stride(from: 0.0, through: 2.0, by: 1.0 / 32)

    @Test(arguments: [Borders.ascii, .unicode])
    func aDragLaysEachPageOutOnce(borders: Borders) {
        var layouts = LayoutCache()
        for pages in Self.way {
            let scene = Everything.scene(at: pages, borders: borders)
            let drawn = scene.draw(columns: 80, rows: 24, layouts: &layouts)
            #expect(drawn == scene.draw(columns: 80, rows: 24), "at \(pages)")
        }
        #expect(layouts.count == 3)
        // The first, second and third page at rest and with a frame, and again where the drag passes the middle of two
        // pages: then the other one shows its steps.
        #expect(layouts.drawnCount < 16, "of 65 pictures with up to two pages each")
    }

    /// Everything that a frame is drawn from besides its text.
    @Test func aChangedFrameIsDrawnAgain() {
        var layouts = LayoutCache()
        var scene = Everything.scene(at: 0)
        func draw() -> Int {
            #expect(scene.draw(columns: 80, rows: 24, layouts: &layouts) == scene.draw(columns: 80, rows: 24))
            return layouts.drawnCount
        }
        #expect(draw() == 1)
        #expect(draw() == 1)
        let page = PageID("words")
        scene.pointer = Pointer(page: page, at: 9, by: MemberID(1))
        #expect(draw() == 2, "a pointer")
        scene.hit = PageMark(page: page, characters: 3..<9)
        #expect(draw() == 3, "a hit")
        scene.scrolls = [page: 2]
        #expect(draw() == 4, "scrolled")
        scene.hasBorders = true
        #expect(draw() == 5, "with a frame")
        scene.pages[0] = WindowPage(
            index: PageIndex(0), item: 0, page: Page(id: page, title: "Other", format: .markdown))
        #expect(draw() == 6, "another title")
        scene.status.note = "a note"
        #expect(draw() == 6, "the status is no part of it")
    }

    @Test func stepsAreCutFromOneLayout() {
        var layouts = LayoutCache()
        for shown in 0...2 {
            let scene = Everything.scene(at: 1, shown: shown)
            let drawn = scene.draw(columns: 80, rows: 24, layouts: &layouts)
            #expect(drawn == scene.draw(columns: 80, rows: 24))
        }
        #expect(layouts.count == 1)
    }

    /// The title is a part of the text there.
    @Test func aTitlePageWithAnotherTitleIsLaidOutAgain() {
        var layouts = LayoutCache()
        for title in ["One", "Two"] {
            let page = Page(id: PageID("a"), title: title, format: .markdown)
            var scene = Samples.scene(at: 0, origin: 0, of: [page])
            scene.documents = [page.id: Document([.titlePage])]
            let drawn = scene.draw(columns: 80, rows: 24, layouts: &layouts)
            #expect(drawn == scene.draw(columns: 80, rows: 24))
        }
    }

    @Test func changedPagesAreLaidOutAgain() {
        var layouts = LayoutCache()
        var scene = Samples.scene(at: 0)
        func draw(columns: Int = 80) -> Int {
            let drawn = scene.draw(columns: columns, rows: 24, layouts: &layouts)
            #expect(drawn == scene.draw(columns: columns, rows: 24))
            return layouts.count
        }
        #expect(draw() == 1)
        #expect(draw() == 1)
        #expect(draw(columns: 60) == 2, "another width")
        #expect(draw(columns: 60) == 2)
        var page = scene.pages[0].page
        page.body += " And more."
        scene.pages[0] = WindowPage(index: PageIndex(0), item: 0, page: page)
        #expect(draw(columns: 60) == 3, "another text")
        scene.documents = [scene.pages[0].page.id: Document([.paragraph([.text("Read now")])])]
        #expect(draw(columns: 60) == 4, "the same text, read")
        scene.borders = .unicode
        #expect(draw(columns: 60) == 5, "other borders")
    }

    @Test func pagesOutOfViewAreForgotten() {
        var layouts = LayoutCache()
        for pages in [0.0, 2.0, 2.0, 0.0] {
            _ = Everything.scene(at: pages).draw(columns: 80, rows: 24, layouts: &layouts)
        }
        #expect(layouts.count == 3)
    }
}
