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

    @Test func columnsComeOneAfterTheOtherFromTheLeft() {
        func text(_ text: String) -> Document.Block { .paragraph([.text(text)]) }
        let columns = Document.Block.columns([
            Document.Column(weight: 1, [.aligned(.centre, [text("a")]), .pause]),
            Document.Column(weight: 2, [text("b")]),
        ])
        let page = Page(id: PageID("x"), title: "X", format: .markdown)
        let block = LinearText.block(
            place: .listed(number: 1, count: 1), page: page,
            document: Document([columns, .aligned(.trailing, [text("c")])]))
        #expect(block == "page 1 of 1: X\na\n\nb\n\nc\n\n")
    }

    @Test func onlySettledPagesArePrintedAndEachOnce() {
        var text = LinearText()
        #expect(text.next(replica(.idle, settled: 2)) == "page 3 of 3: The end\n- thanks\n- questions\n\n")
        #expect(text.next(replica(.idle, settled: 2)) == nil)
        #expect(text.next(replica(settling, settled: 2)) == nil)
        #expect(text.next(replica(.idle, settled: 0))?.hasPrefix("page 1 of 3: Welcome\n") == true)
        #expect(text.next(replica(.idle, settled: 2))?.hasPrefix("page 3 of 3: The end\n") == true)
    }

    /// The end of an animation and the name of its page are two events.
    @Test func nothingIsPrintedBetweenTwoPages() {
        var text = LinearText()
        _ = text.next(replica(.idle, settled: 0))
        var room = replica(.idle, settled: 0)
        room.position = Position(page: PageIndex(1))
        #expect(text.next(room) == nil)
    }

    @Test func aChangedPageIsPrintedAgain() {
        var text = LinearText()
        _ = text.next(replica(.idle, settled: 2))
        var deck = Samples.deck
        deck[2].body = "new"
        #expect(text.next(replica(.idle, settled: 2, deck: deck)) == "page 3 of 3: The end\nnew\n\n")
    }

    /// A page is printed as far as it is shown; a step prints only its new lines.
    @Test func stepsArePrintedAsTheyCome() {
        var text = LinearText()
        var room = replica(.idle, settled: 1, deck: Everything.pages)
        let first = text.next(room, documents: Everything.documents)
        #expect(first?.hasPrefix("page 2 of 3, step 1 of 3: Lists and quotes\n* bullets\n") == true)
        #expect(first?.hasSuffix("\n*\n\n") == true)
        #expect(text.next(room, documents: Everything.documents) == nil)
        room.shown = 1
        #expect(
            text.next(room, documents: Everything.documents)
                == "page 2 of 3, step 2 of 3: Lists and quotes\n 9. nine\n\n    and more of it\n\n10. ten\n\n")
        room.shown = 0
        #expect(text.next(room, documents: Everything.documents) == first)
        room.shown = 2
        let rest = text.next(room, documents: Everything.documents)
        #expect(
            rest?.contains("nine") == true && rest?.contains("Quoted") == true && rest?.contains("bullets") == false)
    }

    @Test func paragraphsAreNotBroken() {
        let block = LinearText.block(place: .unbounded(1), page: Everything.pages[0], document: Everything.words)
        #expect(block.contains("in a paragraph long enough to be broken between its words,\nwith a break of its own."))
    }

    @Test func theLanguageOfCodeStandsNearIt() {
        func lines(_ code: String) -> [String] {
            let block = Document.Block.code(Document.CodeBlock(language: "swift", text: code))
            let page = Page(id: PageID("x"), title: "X", format: .markdown)
            return LinearText.block(place: .unbounded(1), page: page, document: Document([block]))
                .split(separator: "\n").map(String.init)
        }
        #expect(lines("let x = 1")[1] == "  let x = 1" + String(repeating: " ", count: 64) + "swift")
        let long = String(repeating: "x", count: 150)
        #expect(lines("\(long)\ny")[1] == "  \(long)  swift")
    }

    @Test func anEmptyRoomIsPrintedToo() {
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
        #expect(text.hasPrefix("0.35 s\n  A page shift"))
    }
}
