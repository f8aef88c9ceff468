import PagingContent
import PagingEngine
import PagingRoom
import Testing

@testable import TerminalView

/// A deck that uses every element, as people see it in three sizes and with both kinds of borders.
@Suite struct DocumentGoldenTests {
    static let sizes = [(80, 24), (120, 40), (40, 12)]

    @Test(arguments: sizes, [Borders.ascii, .unicode])
    func everyElement(size: (columns: Int, rows: Int), borders: Borders) throws {
        let kind = borders == .ascii ? "ascii" : "unicode"
        for (place, page) in Everything.pages.enumerated() {
            let name = "documents/\(page.id.text)-\(size.columns)x\(size.rows)-\(kind)"
            let scene = Everything.scene(at: Double(place), borders: borders)
            try GoldenFile.compare(scene, name, columns: size.columns, rows: size.rows)
        }
    }

    /// The styles of a frame: a letter for the look of each cell.
    @Test func styles() throws {
        for (place, page) in Everything.pages.enumerated() {
            let screen = Everything.scene(at: Double(place)).draw(columns: 80, rows: 24)
            try GoldenFile.compare(StyleText.text(of: screen), "documents/\(page.id.text)-styles")
        }
    }

    @Test func stepsScrollsAndMarks() throws {
        try GoldenFile.compare(Everything.scene(at: 1, shown: 0), "documents/step-1")
        try GoldenFile.compare(Everything.scene(at: 1, shown: 1), "documents/step-2")
        try GoldenFile.compare(Everything.scene(at: 0.65), "documents/shift")
        var scene = Everything.scene(at: 0)
        scene.scrolls[PageID("words")] = 4
        scene.status.pagesBehind = 2
        scene.banner = "reconnecting; the pages are as you saw them last"
        try GoldenFile.compare(scene, "documents/scrolled-40x12", columns: 40, rows: 12)
        var code = Everything.scene(at: 2, borders: .unicode)
        code.codeStarts[PageID("code")] = 16
        try GoldenFile.compare(code, "documents/code-sideways-40x12", columns: 40, rows: 12)
        scene.isBlank = true
        try GoldenFile.compare(scene, "documents/dark", columns: 40, rows: 12)
        scene.isPresenting = true
        try GoldenFile.compare(scene, "documents/dark-presenter", columns: 40, rows: 12)
    }

    private func presenter(at place: Double, shown: Int, next: StepPlace?) -> PresenterScene {
        let notes =
            "Say hello.\n\nThen tell them what the page cannot: why it is done, who asked for it, and what "
            + "was tried before. Leave time for questions."
        return PresenterScene(
            scene: Everything.scene(at: place, shown: shown), next: next, notes: notes,
            timer: TalkTimer(
                elapsedMilliseconds: 723_000, durationMilliseconds: 1_800_000, aheadMilliseconds: -40_000),
            attendees: [
                Attendee(name: "Ann", role: .presenter, hasBaton: true),
                Attendee(name: "Bob", role: .member, isAway: true),
                Attendee(name: "Cid", role: .member, isBehind: true), Attendee(name: "Dan", role: .member, asked: 1),
                Attendee(name: "Eve", role: .viewer),
            ], viewers: 12)
    }

    @Test(arguments: sizes + [(72, 16), (24, 6)])
    func presenters(size: (columns: Int, rows: Int)) throws {
        let scene = presenter(at: 1, shown: 0, next: StepPlace(page: PageIndex(1), shown: 1))
        let name = "presenter/step-\(size.columns)x\(size.rows)"
        try GoldenFile.compare(
            FrameText.text(of: scene.draw(columns: size.columns, rows: size.rows)), name)
    }

    @Test func presentersNextPageAndTheEnd() throws {
        var scene = presenter(at: 1, shown: 2, next: StepPlace(page: PageIndex(2), shown: 0))
        try GoldenFile.compare(FrameText.text(of: scene.draw(columns: 80, rows: 24)), "presenter/page")
        scene = presenter(at: 2, shown: 0, next: nil)
        scene.scene.isBlank = true
        scene.timer.elapsedMilliseconds = 3_725_000
        try GoldenFile.compare(FrameText.text(of: scene.draw(columns: 80, rows: 24)), "presenter/end")
    }

    @Test(arguments: sizes)
    func overviews(size: (columns: Int, rows: Int)) throws {
        let many = (0..<20).map { number in
            Page(id: PageID("p\(number)"), title: "Page \(number + 1)", body: "Some text of this page\n- more")
        }
        let scene = OverviewScene(
            pages: Everything.pages + many, documents: Everything.documents, selected: 7, current: 1,
            status: Samples.status(.listed(number: 2, count: 23)))
        let name = "overview/\(size.columns)x\(size.rows)"
        try GoldenFile.compare(FrameText.text(of: scene.draw(columns: size.columns, rows: size.rows)), name)
    }
}
