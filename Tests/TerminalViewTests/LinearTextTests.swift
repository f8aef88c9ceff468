import PagingContent
import PagingEngine
import PagingRoom
import Testing

@testable import TerminalView

@Suite struct LinearTextTests {
    private func replica(_ phase: Phase, settled: Int64, deck: [Page] = Samples.deck) -> Replica {
        Replica(
            sequence: Sequence(1), configuration: Configuration(.threePage), phase: phase, settled: PageIndex(settled),
            position: Position(page: PageIndex(settled)), origin: PageIndex(settled), target: PageIndex(settled),
            loading: false, dragEnabled: true, revision: 0, count: deck.count, wrap: .finite,
            window: Samples.window(deck, around: settled), members: [], viewers: 0)
    }

    private var settling: Phase {
        .settling(
            Animation(
                id: AnimationID(1), from: Position(page: PageIndex(0)), to: Position(page: PageIndex(1)),
                startVelocity: .zero, start: Instant(milliseconds: 0), end: Instant(milliseconds: 100), curve: .linear,
                cause: .step, by: nil))
    }

    @Test func onlySettledPagesAreToldAndEachOnce() {
        var text = LinearText()
        #expect(text.next(replica(.idle, settled: 2)) == "page 3 of 3: The end\n- thanks\n- questions\n\n")
        #expect(text.next(replica(.idle, settled: 2)) == nil)
        #expect(text.next(replica(settling, settled: 2)) == nil)
        #expect(text.next(replica(.idle, settled: 0))?.hasPrefix("page 1 of 3: Welcome\n") == true)
        #expect(text.next(replica(.idle, settled: 2))?.hasPrefix("page 3 of 3: The end\n") == true)
    }

    @Test func aPageThatChangedIsToldAgain() {
        var text = LinearText()
        _ = text.next(replica(.idle, settled: 2))
        var deck = Samples.deck
        deck[2].body = "new"
        #expect(text.next(replica(.idle, settled: 2, deck: deck)) == "page 3 of 3: The end\nnew\n\n")
    }

    @Test func anEmptyRoomIsToldToo() {
        var text = LinearText()
        #expect(text.next(replica(.empty, settled: 0, deck: [])) == "no pages\n\n")
        #expect(text.next(replica(.empty, settled: 0, deck: [])) == nil)
    }

    @Test func untitledPagesAndControlCharacters() {
        let page = Page(id: PageID("x"), title: "", body: "a\u{1B}[31m\tb")
        #expect(LinearText.block(place: .unbounded(-4), page: page) == "page -4\na·[31m\tb\n\n")
    }

    @Test func framesAreWholeScreens() {
        let screen = Samples.scene(at: 1).draw(columns: 30, rows: 7)
        let text = FrameText.text(of: screen, caption: "0.35 s")
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == 9)
        #expect(text.hasPrefix("0.35 s\n+- A page shift"))
    }
}
