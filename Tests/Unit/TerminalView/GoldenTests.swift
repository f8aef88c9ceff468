import PagingContent
import PagingEngine
import Testing

@testable import TerminalView

@Suite struct GoldenTests {
    @Test func rest() throws { try GoldenFile.compare(Samples.scene(at: 1), "rest") }
    @Test func middleOfAShift() throws { try GoldenFile.compare(Samples.scene(at: 1.35), "shift-0.35") }
    @Test func halfWayBack() throws { try GoldenFile.compare(Samples.scene(at: 0.5), "shift-back-0.5") }
    @Test func overscrollAtAnEnd() throws { try GoldenFile.compare(Samples.scene(at: 2.22, origin: 2), "overscroll") }
    @Test func narrow() throws {
        try GoldenFile.compare(Samples.scene(at: 1.35), "narrow-40x12", columns: 40, rows: 12)
    }
    @Test func wide() throws { try GoldenFile.compare(Samples.scene(at: 0.8), "wide-120x40", columns: 120, rows: 40) }
    @Test func tiny() throws { try GoldenFile.compare(Samples.scene(at: 1), "tiny-10x3", columns: 10, rows: 3) }

    @Test func vertical() throws {
        try GoldenFile.compare(Samples.scene(at: 1.35, axis: .vertical), "vertical", columns: 60, rows: 20)
    }

    @Test func unicodeBorders() throws {
        var scene = Samples.scene(at: 1.35)
        scene.borders = .unicode
        try GoldenFile.compare(scene, "unicode")
    }

    @Test func wideCharactersAndEmoji() throws {
        let deck = [Samples.deck[0], Samples.cjk, Samples.cjk]
        try GoldenFile.compare(Samples.scene(at: 1, of: deck), "cjk", columns: 50, rows: 14)
        try GoldenFile.compare(Samples.scene(at: 1.31, of: deck), "cjk-shift", columns: 50, rows: 14)
    }

    @Test func negativeNumbers() throws {
        let scene = Scene(
            pages: Samples.numbers(around: -12), position: Samples.position(pages: -11.75), origin: PageIndex(-12),
            configuration: Configuration(.threePage),
            status: Samples.status(.unbounded(-12), .settling, percent: 63))
        try GoldenFile.compare(scene, "numbers", columns: 60, rows: 10)
    }

    @Test func tooLongAText() throws {
        let body = (1...20).map { "line \($0)" }.joined(separator: "\n")
        let page = Page(id: PageID("long"), title: String(repeating: "long title ", count: 8), body: body)
        try GoldenFile.compare(Samples.scene(at: 0, origin: 0, of: [page]), "overflow", columns: 40, rows: 11)
    }

    @Test func help() throws {
        var scene = Samples.scene(at: 1)
        scene.overlay = Page(
            id: PageID("help"), title: "Keys", body: KeyTable.standard.helpLines.joined(separator: "\n"))
        try GoldenFile.compare(scene, "help")
    }
}
