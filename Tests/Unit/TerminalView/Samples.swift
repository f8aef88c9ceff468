import PagingContent
import PagingEngine
import PagingRoom

@testable import TerminalView

/// Scenes the tests draw.
enum Samples {
    static let deck: [Page] = [
        Page(
            id: PageID("welcome"), title: "Welcome",
            body: "Riffle keeps one row of pages in step\nfor everybody in a room."),
        Page(
            id: PageID("shift"), title: "A page shift",
            body: "    +-----+ +-----+\n    |  1  | |  2  |\n    +-----+ +-----+\n\n"
                + "Neighbours slide in while somebody drags, and a long line of text such as this one is wrapped "
                + "between its words to the width of the page."),
        Page(id: PageID("end"), title: "The end", body: "- thanks\n- questions"),
    ]

    static let cjk = Page(
        id: PageID("cjk"), title: "你好 👋🏽 日本語のページ",
        body: "宽字符占两列。这一行足够长,必须在某个地方折行,而且不能切开任何一个字符。\n"
            + "👩‍👩‍👧 family, 🇩🇪 flag, 1️⃣ keycap, é e\u{301} same\ncontrol \u{1B}[31m and \u{7} bell, zero\u{200B}width")

    static func position(pages: Double) -> Position {
        Position(units: Int64((pages * Double(Position.unitsPerPage)).rounded()))
    }

    static func window(_ pages: [Page], around origin: Int64) -> [WindowPage] {
        (origin - 1...origin + 1).filter { pages.indices.contains(Int($0)) }.map {
            WindowPage(index: PageIndex($0), item: Int($0), page: pages[Int($0)])
        }
    }

    static func numbers(around origin: Int64) -> [WindowPage] {
        (origin - 1...origin + 1).compactMap { number in
            Supplier.numbers.page(at: PageIndex(number), in: .unbounded).map {
                WindowPage(index: PageIndex(number), item: nil, page: $0)
            }
        }
    }

    static func status(_ place: StatusLine.PageInView, _ phase: Phase.Name = .idle, percent: Int64? = nil) -> StatusLine
    {
        StatusLine(
            room: "tour", place: place, phase: phase, progressPercent: percent, holder: phase == .idle ? nil : "Ann",
            members: 3, roundTripMilliseconds: 12)
    }

    /// Whether a status line begins with the place, in words or where there is no room for them in figures.
    static func isPlace(_ line: String?) -> Bool {
        line?.first.map { $0 == "p" || $0 == "-" || $0.isNumber } ?? false
    }

    static func scene(
        at pages: Double, origin: Int64 = 1, of deck: [Page] = deck, axis: Configuration.Axis = .horizontal
    ) -> Scene {
        var configuration = Configuration(.threePage)
        configuration.axis = axis
        let position = position(pages: pages)
        let isMoving = pages != pages.rounded()
        let number = min(max(position.nearestPage.value, 0), Int64(deck.count) - 1) + 1
        return Scene(
            pages: window(deck, around: origin), position: position, origin: PageIndex(origin),
            configuration: configuration,
            status: status(
                .listed(number: number, count: deck.count), isMoving ? .dragging : .idle,
                percent: isMoving ? Int64(((pages - Double(origin)) * 100).rounded()) : nil))
    }
}
