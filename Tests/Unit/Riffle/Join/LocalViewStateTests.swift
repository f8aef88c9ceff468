import PagingClient
import PagingContent
import PagingEngine
import PagingRoom
import TerminalView
import Testing

@testable import riffle

/// The small values a window is kept by.
@Suite struct LocalViewStateTests {
    private func at(_ milliseconds: Int64) -> Instant { Instant(milliseconds: milliseconds) }

    /// Pages with something to find on these of ten.
    private func hits(_ items: Set<Int>) -> [Search.Hit] {
        Search("x").hits(in: (0..<10).map { Page(id: PageID("p\($0)"), title: items.contains($0) ? "x" : "") })
    }

    @Test func aSearchBeginsHereAndGoesRound() {
        var found = FoundPlaces(wanted: "x")
        #expect(found.prompt.outcome == .missing)
        found.take(hits([1, 4, 7]), from: 3)
        #expect(found.current?.item == 4)
        #expect(found.prompt.outcome == .found(number: 2, count: 3))
        found.go(by: 1)
        found.go(by: 1)
        #expect(found.current?.item == 1)
        found.go(by: -1)
        #expect(found.current?.item == 7)
        found.take(hits([1]), from: 5)
        #expect(found.current?.item == 1, "from the beginning again")
        found.take([], from: 5)
        found.go(by: 1)
        #expect(found.current == nil)
    }

    @Test func thePointerIsToldTenTimesASecond() {
        var pace = PointerPace()
        var told: [Int] = []
        for now in Int64(0)..<1_000 {
            pace.point(at: PageMark(page: PageID("p"), characters: Int(now)..<Int(now) + 1))
            if let mark = pace.take(at: at(now)) { told.append(mark.characters.lowerBound) }
        }
        #expect(told == (0..<10).map { $0 * 100 })
        #expect(pace.due == at(1_000))
        #expect(pace.take(at: at(1_000))?.characters.lowerBound == 999, "the last place is not lost")
        #expect(pace.due == nil)
        pace.point(at: PageMark(page: PageID("p"), characters: 999..<1_000))
        #expect(pace.due == nil, "told already")
    }

    @Test func framesComeAtTheirRateAndAtOnceForAHand() {
        var pace = FramePace(framesPerSecond: 30)
        #expect(pace.isDue(at: at(0)) && pace.next <= at(0))
        pace.drawn(at: at(1_000))
        #expect(!pace.isDue(at: at(1_001)))
        pace.isDirty = true
        #expect(pace.next == at(1_033))
        pace.touched(at: at(1_005))
        #expect(pace.next == at(1_008))
        pace.drawn(at: at(1_010))
        #expect(pace.next == at(1_018), "what the room makes of the key is still to come")
        pace.drawn(at: at(1_110))
        #expect(pace.next == at(1_143))
        pace.changesAt = at(2_000)
        #expect(!pace.isDue(at: at(1_999)) && pace.isDue(at: at(2_000)))
    }

    @Test func theClockTicksOnceASecond() {
        let face = TalkClock(startedAt: at(500), durationMilliseconds: 60_000)
        #expect(face.nextTick(at: at(500)) == at(1_500))
        #expect(face.nextTick(at: at(1_499)) == at(1_500))
        #expect(face.nextTick(at: at(1_500)) == at(2_500))
        #expect(face.timer(at: at(3_700)).text(columns: 80).hasPrefix("0:03 of 1:00"))
        #expect(face.timer(at: at(0)).elapsedMilliseconds == 0)
    }

    @Test func aHandToTheLeftGoesForward() throws {
        let viewport = try #require(Configuration(.threePage).viewport(width: 80))
        var hand = MouseDrag(DragID(1), request: RequestID(2), viewport: viewport, isVertical: false, at: at(0))
        hand.move(columns: -40, rows: 9, at: at(50))
        #expect(hand.translation == Distance(units: 32_768))
        #expect(hand.velocity(at: at(50)).unitsPerSecond == 655_360)
        #expect(hand.velocity(at: at(200)) == .zero)
        var vertical = MouseDrag(DragID(1), request: RequestID(2), viewport: viewport, isVertical: true, at: at(0))
        vertical.move(columns: -40, rows: 8, at: at(50))
        #expect(vertical.translation == Distance(units: -6_553))
    }

    @Test(arguments: [
        ([:], true), (["NO_COLOR": "1"], false), (["NO_COLOR": ""], true), (["TERM": "dumb"], true),
    ])
    func coloursFollowTheEnvironment(environment: [String: String], isColoured: Bool) throws {
        #expect(try DrawingOptions.parse([]).hasColour(environment) == isColoured)
        #expect(try DrawingOptions.parse(["--color", "always"]).hasColour(environment))
        #expect(try !DrawingOptions.parse(["--color", "never"]).hasColour(environment))
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
