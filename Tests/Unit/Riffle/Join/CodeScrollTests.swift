import PagingEngine
import PagingRoom
import PagingWire
import TerminalView
import Testing

@testable import riffle

/// Keys that scroll code which is wider than the window.
@Suite struct CodeScrollTests {
    /// 120 columns in one line, of which a window of 80 shows 72 and a mark.
    private static let wide = "```\n" + String(repeating: "0123456789", count: 12) + "\nshort\n```"

    private func start(_ session: SessionRoom) -> Int? { session.view?.codeStarts[PageID("p0")] }

    @Test func keysScrollWideCodeInThisWindowOnly() {
        let session = SessionRoom(markdown: Self.wide)
        session.type("H")
        #expect(start(session) == nil && session.note == nil, "the lines continue in the next row already")
        let places: [(String, Int?)] = [
            ("L", 0), ("L", 8), ("3L", 32), ("L", 40), ("L", 48), ("L", 48), ("H", 40), ("9H", 0), ("H", nil),
            ("3L", 16),
        ]
        for (keys, expected) in places {
            session.type(keys)
            #expect(start(session) == expected, "after \(keys)")
        }
        #expect(session.requests.isEmpty)
    }

    @Test func codeThatFitsStaysAsItIs() {
        let session = SessionRoom(markdown: "```\nshort\n```")
        session.type("L")
        #expect(start(session) == nil && session.note == "no code on this page is wider than the window")
    }

    @Test func linesContinueInTheNextRowAgainOnceThePageHasTurned() {
        let session = SessionRoom(markdown: Self.wide)
        session.type("L")
        #expect(start(session) == 0)
        let next = Sequence((session.core.replica?.sequence.number ?? 0) + 1)
        let turn = Event.Change.selected(
            old: PageIndex(0), new: PageIndex(1), item: 1, at: Position(page: PageIndex(1)))
        session.handle(.received([.event(Event(sequence: next, change: turn))]))
        #expect(start(session) == nil)
    }
}
