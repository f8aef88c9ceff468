import PagingEngine
import PagingRoom
import PagingWire
import TerminalView
import Testing

@testable import riffle

/// The scroll of tall pages, from the key to the room and back.
@Suite struct SharedScrollTests {
    private let page = PageID("p0")

    /// A session in a room of pages with forty lines of five letters each.
    private func session(_ role: Role) -> SessionRoom { SessionRoom(role: role, lines: 40) }

    private func above(_ session: SessionRoom) -> Int? {
        session.windowSize.flatMap { session.view?.overflow($0).above }
    }

    private func scrolled(_ session: SessionRoom, to line: Int, by member: UInt32) {
        happened(session, .pointer(nil, top: Pointer(page: page, at: line * 5, by: MemberID(member))))
    }

    private func happened(_ session: SessionRoom, _ change: Event.Change) {
        let next = Sequence((session.core.replica?.sequence.number ?? 0) + 1)
        session.handle(.received([.event(Event(sequence: next, change: change))]))
    }

    private func answer(_ session: SessionRoom, _ refusal: Refusal? = nil) {
        guard let id = session.lastRequest else { return }
        let answer = refusal.map { Answer.refused(id, $0, Sequence(0)) } ?? .accepted(id, Sequence(0), changed: true)
        session.handle(.received([.answer(answer)]))
    }

    @Test func aPresenterScrollsForEverybodyAndAMemberAlone() {
        let (ann, bob) = (session(.presenter), session(.member))
        for session in [ann, bob] {
            session.type("jj")
            #expect(above(session) == 2)
        }
        #expect(ann.requests == [.scroll(page, at: 10)] && bob.requests.isEmpty)
        ann.type("f")
        ann.type("j")
        ann.wait(milliseconds: 1_000)
        #expect(ann.requests.count == 1, "alone it is nobody else's concern")
    }

    @Test func oneRequestIsUnderWayAndTheNewestPositionFollows() {
        let ann = session(.presenter)
        for _ in 1...4 {
            ann.type("j")
            ann.wait(milliseconds: 500)
        }
        #expect(ann.requests == [.scroll(page, at: 5)])
        scrolled(ann, to: 1, by: 1)
        #expect(above(ann) == 4, "the own echo does not take it back")
        answer(ann)
        ann.wait(milliseconds: 0)
        #expect(ann.requests == [.scroll(page, at: 5), .scroll(page, at: 20)])
        answer(ann)
        ann.type("k")
        #expect(ann.requests.count == 2, "not more than ten a second")
        ann.wait(milliseconds: 100)
        #expect(ann.requests.last == .scroll(page, at: 15))
    }

    @Test func aServerOfBeforeIsAskedOnce() {
        let ann = session(.presenter)
        ann.type("j")
        answer(ann, Refusal(.unknownType, "no message has this name"))
        #expect(ann.note == nil)
        for _ in 1...9 {
            ann.type("j")
            ann.wait(milliseconds: 500)
        }
        #expect(ann.requests.count == 1 && above(ann) == 10)
    }

    @Test func everybodyFollowsAndMayLookElsewhereUntilTheNextScroll() {
        let bob = session(.member)
        scrolled(bob, to: 6, by: 2)
        #expect(above(bob) == 6)
        bob.type("kkk")
        #expect(above(bob) == 3)
        happened(bob, .pointer(Pointer(page: page, at: 1, by: MemberID(2)), top: bob.core.replica?.top))
        #expect(above(bob) == 3, "a pointer is no scroll")
        scrolled(bob, to: 8, by: 2)
        #expect(above(bob) == 8)
        bob.type("k")
        happened(bob, .pointer(nil))
        #expect(above(bob) == 0, "the scroll has ended")
        scrolled(bob, to: 5, by: 2)
        bob.type("fj")
        scrolled(bob, to: 9, by: 2)
        #expect(above(bob) == 1, "one who reads alone is left alone")
        bob.type("=")
        #expect(above(bob) == 9)
    }

    @Test func anOwnScrollEndsWithItsPage() {
        let bob = session(.member)
        bob.type("jj")
        let (here, there) = (PageIndex(0), PageIndex(1))
        happened(bob, .selected(old: here, new: there, item: 1, at: Position(page: there)))
        happened(bob, .selected(old: there, new: here, item: 0, at: Position(page: here)))
        #expect(above(bob) == 0)
    }

    @Test func thePresentersWindowKeepsItsTextInAnotherSize() {
        let ann = session(.presenter)
        ann.type("jjj")
        scrolled(ann, to: 3, by: 1)
        answer(ann)
        ann.windowSize = WindowSize(columns: 6, rows: 24)
        ann.controller.resized(at: ann.now)
        let mark = ann.windowSize.flatMap { ann.view?.firstCharacter($0) }
        #expect(mark?.characters.lowerBound == 15)
    }

    @Test func thePresentersViewShowsTheSameText() {
        let ann = session(.presenter)
        ann.type("jjj")
        scrolled(ann, to: 3, by: 1)
        answer(ann)
        ann.type("s")
        #expect(ann.view?.presenter != nil && ann.view?.scrolls.isEmpty == true)
        #expect(above(ann) == 3)
    }

    @Test func aWindowThatIsTooSmallIsNoticedOnce() {
        var cut = CutPage()
        let bob = session(.member)
        func next() -> Bool? { bob.view.flatMap { cut.next($0, bob.windowSize) } }
        #expect(next() == true)
        #expect(next() == nil)
        bob.windowSize = WindowSize(columns: 80, rows: 60)
        #expect(next() == false)
        bob.windowSize = WindowSize(columns: 80, rows: 24)
        bob.type("f")
        #expect(next() == false, "alone it shows another page")
        bob.type("=")
        #expect(next() == true)
        bob.type("s")
        #expect(next() == false, "the notes of a presenter are beside the page")
    }
}
