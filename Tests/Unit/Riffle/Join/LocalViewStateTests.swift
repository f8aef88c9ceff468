import PagingClient
import PagingContent
import PagingEngine
import PagingRoom
import TerminalView
import Testing

@testable import riffle

/// The small values that make up a window's state.
@Suite struct LocalViewStateTests {
    private func at(_ milliseconds: Int64) -> Instant { Instant(milliseconds: milliseconds) }

    /// Hits on these of ten pages.
    private func hits(_ items: Set<Int>) -> [Search.Hit] {
        Search("x").hits(in: (0..<10).map { Page(id: PageID("p\($0)"), title: items.contains($0) ? "x" : "") })
    }

    @Test func aSearchBeginsHereAndGoesAround() {
        var search = PageSearch()
        func run(_ items: Set<Int>, from start: Int) {
            search.begin("x")
            #expect(search.isWaiting)
            search.run(from: start) { _ in hits(items) }
        }
        #expect(search.advance(by: 1) == false, "nothing was searched for")
        run([1, 4, 7], from: 3)
        #expect(!search.isWaiting && search.isShown)
        #expect(search.current?.item == 4)
        #expect(search.prompt?.outcome == .found(number: 2, count: 3))
        #expect(search.advance(by: 1) == true)
        #expect(search.advance(by: 1) == true)
        #expect(search.current?.item == 1)
        #expect(search.advance(by: -1) == true)
        #expect(search.current?.item == 7)
        search.hide()
        #expect(search.prompt == nil && search.mark == nil)
        #expect(search.advance(by: 1) == true)
        #expect(search.current?.item == 7, "hidden hits are shown again first")
        run([1], from: 5)
        #expect(search.current?.item == 1, "from the beginning again")
        run([], from: 5)
        #expect(search.prompt?.outcome == .missing)
        #expect(search.advance(by: 1) == false)
        #expect(search.current == nil)
    }

    @Test func thePointerIsSentTenTimesASecond() {
        var throttle = PointerThrottle()
        var sent: [Int] = []
        for now in Int64(0)..<1_000 {
            throttle.point(at: PageMark(page: PageID("p"), characters: Int(now)..<Int(now) + 1))
            if let mark = throttle.next(at: at(now)) { sent.append(mark.characters.lowerBound) }
        }
        #expect(sent == (0..<10).map { $0 * 100 })
        #expect(throttle.nextDeadline == at(1_000))
        #expect(throttle.next(at: at(1_000))?.characters.lowerBound == 999, "the last mark is not lost")
        #expect(throttle.nextDeadline == nil)
        throttle.point(at: PageMark(page: PageID("p"), characters: 999..<1_000))
        #expect(throttle.nextDeadline == nil, "sent already")
    }

    @Test func framesComeAtTheirRateAndAtOnceAfterATouch() {
        var pace = FramePace(framesPerSecond: 30)
        #expect(pace.isDue(at: at(0)) && pace.next <= at(0))
        pace.drawn(at: at(1_000))
        #expect(!pace.isDue(at: at(1_001)))
        pace.setNeedsDisplay()
        #expect(pace.next == at(1_033))
        pace.touched(at: at(1_005))
        #expect(pace.next == at(1_008))
        pace.drawn(at: at(1_010))
        #expect(pace.next == at(1_018), "the room's answer to the key is still to come")
        pace.drawn(at: at(1_110), changesAt: at(2_000))
        #expect(pace.next == at(1_143))
        #expect(!pace.isDue(at: at(1_999)) && pace.isDue(at: at(2_000)))
    }

    @Test func theClockTicksOnceASecond() {
        let clock = TalkClock(startedAt: at(500), durationMilliseconds: 60_000)
        #expect(clock.nextTick(at: at(500)) == at(1_500))
        #expect(clock.nextTick(at: at(1_499)) == at(1_500))
        #expect(clock.nextTick(at: at(1_500)) == at(2_500))
        #expect(clock.timer(at: at(3_700)).text(columns: 80).hasPrefix("0:03 of 1:00"))
        #expect(clock.timer(at: at(0)).elapsedMilliseconds == 0)
    }

    @Test func aDragToTheLeftGoesForward() throws {
        let viewport = try #require(Configuration(.threePage).viewport(width: 80))
        var drag = MouseDrag(DragID(1), request: RequestID(2), viewport: viewport, isVertical: false, at: at(0))
        drag.move(columns: -40, rows: 9, at: at(50))
        #expect(drag.translation == Distance(units: 32_768))
        #expect(drag.velocity(at: at(50)).unitsPerSecond == 655_360)
        #expect(drag.velocity(at: at(200)) == .zero)
        var vertical = MouseDrag(DragID(1), request: RequestID(2), viewport: viewport, isVertical: true, at: at(0))
        vertical.move(columns: -40, rows: 8, at: at(50))
        #expect(vertical.translation == Distance(units: -6_553))
    }

    @Test(arguments: [
        ([:], ColourDepth.indexed), (["NO_COLOR": "1", "COLORTERM": "24bit"], .none), (["NO_COLOR": ""], .indexed),
        (["TERM": "dumb"], .indexed), (["COLORTERM": "truecolor"], .full), (["TERM": "xterm-direct"], .full),
    ])
    func coloursFollowTheEnvironment(environment: [String: String], depth: ColourDepth) throws {
        #expect(try DrawingOptions.parse([]).colours(environment) == depth)
        #expect(try DrawingOptions.parse(["--color", "always"]).colours(environment) != .none)
        #expect(try DrawingOptions.parse(["--color", "never"]).colours(environment) == .none)
    }

    @Test func aKeyGoesThroughTheThemes() {
        var local = LocalViewState(
            hasPresenterView: false, mouse: .auto,
            timer: TalkClock(startedAt: Instant(milliseconds: 0), durationMilliseconds: nil))
        let notes = (0...Theme.builtIn.count).map { _ in local.changeTheme(from: Theme(name: "of a deck")) }
        let names = Theme.builtIn.map(\.name) + [Theme.builtIn[0].name]
        #expect(notes == names.map { "theme \($0), in this window only" } && local.theme == Theme.builtIn[0])
        local = LocalViewState(hasPresenterView: false, mouse: .auto, timer: local.timer)
        #expect(local.changeTheme(from: Theme.builtIn[1]).contains(Theme.builtIn[2].name))
    }

    @Test func aDumbTerminalGetsPlainText() throws {
        #expect(try DrawingOptions.parse([]).isDrawn(["TERM": "xterm"]))
        #expect(try !DrawingOptions.parse([]).isDrawn(["TERM": "dumb"]))
        for flag in ["--plain", "--frames", "--json"] {
            #expect(try !DrawingOptions.parse([flag]).isDrawn(["TERM": "xterm"]))
        }
        #expect(throws: (any Error).self) { try DrawingOptions.parse(["--plain", "--json"]) }
        #expect(throws: (any Error).self) { try DrawingOptions.parse(["--ascii", "--unicode"]) }
    }
}
