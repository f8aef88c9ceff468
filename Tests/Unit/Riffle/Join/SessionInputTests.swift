import PagingEngine
import PagingRoom
import TerminalView
import Testing

@testable import riffle

/// Keys and mouse reports become actions; the open prompt decides which.
@Suite struct SessionInputTests {
    private let now = Instant(milliseconds: 0)

    private func read(
        _ keys: [Key], _ input: inout SessionInput, perRow: Int = 3, hasHits: Bool = false
    ) -> [SessionInput.Action] {
        keys.flatMap { input.read($0, at: now, .init(miniaturesPerRow: perRow, hasHits: hasHits)) }
    }

    private func text(_ text: String) -> [Key] { text.map(Key.character) }

    @Test func keysOnThePagesAreIntents() {
        var input = SessionInput()
        #expect(read(text("12"), &input).isEmpty)
        #expect(input.pending == "12")
        #expect(read(text("G"), &input) == [.intent(.goTo(page: 12))])
        #expect(input.pending == nil)
        #expect(read([.escape], &input) == [.dismiss])
        #expect(read(text("n"), &input) == [.intent(.next(count: 1))])
        #expect(read(text("n"), &input, hasHits: true) == [.nextHit])
    }

    @Test func quitAndSuspendWorkInEveryPrompt() {
        for mode in [
            SessionInput.Mode.pages, .help, .lobby, .searching(SearchLine()),
            .overview(GridCursor(count: 3, selected: 0)),
        ] {
            var input = SessionInput()
            input.open(mode)
            #expect(read([.control("c"), .control("z")], &input) == [.intent(.quit), .intent(.suspend)])
            #expect(input.mode == mode)
        }
    }

    @Test func aSearchIsTyped() {
        var input = SessionInput()
        input.open(.searching(SearchLine()))
        #expect(input.needsAllPages)
        #expect(read(text("dog") + [.enter], &input) == [.search("dog")])
        #expect(input.mode == .pages && !input.needsAllPages)
        input.open(.searching(SearchLine()))
        #expect(read([.enter], &input) == [.nextHit], "an empty search goes on with the last one")
        input.open(.searching(SearchLine()))
        #expect(read(text("x") + [.escape], &input).isEmpty)
        #expect(input.mode == .pages)
    }

    @Test func theOverviewMovesByItsRowsAndOpensAMiniature() {
        var input = SessionInput()
        input.open(.overview(GridCursor(count: 9, selected: 0)))
        #expect(read([.down], &input).isEmpty)
        #expect(input.read(.wheel(1), miniaturesPerRow: 1) { _, _ in nil } == nil)
        #expect(read([.enter], &input) == [.openMiniature(4)])
        #expect(input.mode == .pages)
        #expect(input.read(.wheel(1), miniaturesPerRow: 1) { _, _ in nil } == nil)
        #expect(input.mode == .pages)
        input.open(.overview(GridCursor(count: 9, selected: 0)))
        #expect(input.read(.click(column: 1, row: 1), miniaturesPerRow: 3) { _, _ in nil } == nil)
        #expect(input.mode != .pages, "beside the miniatures")
        #expect(input.read(.click(column: 7, row: 2), miniaturesPerRow: 3) { $0 - $1 } == 5)
        #expect(input.mode == .pages)
    }

    @Test func theHelpScrollsAndOtherKeysCloseItAndWork() {
        var input = SessionInput()
        input.open(.help)
        #expect(read(text("jk"), &input) == [.scrollHelp(by: 3), .scrollHelp(by: -3)])
        #expect(read(text("l"), &input) == [.closeHelp, .intent(.next(count: 1))])
        input.open(.help)
        #expect(read(text("q"), &input) == [.closeHelp], "it closes the help only")
        #expect(input.mode == .pages)
    }

    /// The talk begins on its first page, not on the second one.
    @Test(arguments: [Key.character(" "), .right, .enter, .character("p"), .character("A"), .character("q"), .escape])
    func aKeyThatTurnsPagesOnlyClosesTheLobby(key: Key) {
        var input = SessionInput()
        input.open(.lobby)
        #expect(read([key], &input) == [.closeLobby, .dismiss])
        #expect(input.mode == .pages)
    }

    @Test func otherKeysWorkInTheLobby() {
        var input = SessionInput()
        input.open(.lobby)
        #expect(read(text("bTZ"), &input) == [.intent(.blank), .intent(.restartTimer), .intent(.unknown("Z"))])
        #expect(input.read(.click(column: 1, row: 1), miniaturesPerRow: 3) { _, _ in nil } == nil)
        #expect(input.mode == .lobby, "a click does nothing: the lobby may be on the wall")
        #expect(read([.control("c")], &input) == [.intent(.quit)])
        #expect(read(text("1") + [.escape], &input).isEmpty && input.mode == .lobby, "Esc takes back the number first")
        #expect(read(text("3G"), &input) == [.closeLobby, .intent(.goTo(page: 3))])
        #expect(input.mode == .pages)
        #expect(read(text("A"), &input) == [.intent(.lobby)])
    }

    @Test func onlyTheNewestOfSeveralDragReportsCounts() {
        let keys: [Key] = [1, 2, 3].map { .mouse(MouseReport(.drag, column: $0, row: 0)) }
        #expect(SessionInput.coalesced(keys + text("a") + keys) == [keys[2]] + text("a") + [keys[2]])
        var input = SessionInput()
        let press = Key.mouse(MouseReport(.press(.left), column: 5, row: 1))
        #expect(read([press], &input) == [.gesture(.press(column: 5, row: 1))])
        #expect(input.deadline != nil)
        #expect(read([.focus(false)], &input) == [.gesture(.cancel)])
        #expect(input.cancelGesture().isEmpty)
        #expect(input.deadline == nil)
    }
}
